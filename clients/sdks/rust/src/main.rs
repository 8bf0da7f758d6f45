//! Client and server with rmcp, the Rust SDK: sdk client stdio COMMAND ARG… | client http URL | server [PORT]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ProgressNotificationParam, ProtocolVersion, RequestMetaObject,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RoleClient, RoleServer, RunningService};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, Peer, ServerHandler, ServiceExt, schemars, tool, tool_handler, tool_router};
use serde_json::{Value, json};

fn order(number: u32) -> Value {
    json!({
        "id": number,
        "customer": {"name": format!("Möwe {} GmbH", number % 7), "city": (["Hamburg", "Kiel", "Oslo"][number as usize % 3])},
        "status": (["open", "paid", "shipped"][number as usize % 3]),
        "total": f64::from(number) * 1.25,
        "note": if number % 5 == 0 { Some("fragile, keep dry 🚢") } else { None },
    })
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Number {
    number: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Count {
    count: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct To {
    to: u32,
}

#[derive(Clone)]
struct Orders {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Orders {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool]
    fn get_order(&self, Parameters(Number { number }): Parameters<Number>) -> String {
        order(number).to_string()
    }

    #[tool]
    fn list_orders(&self, Parameters(Count { count }): Parameters<Count>) -> String {
        Value::Array((0..count).map(order).collect()).to_string()
    }

    #[tool]
    fn fail(&self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text("the ship is not in this harbor")])
    }

    #[tool]
    async fn count(
        &self,
        meta: RequestMetaObject,
        client: Peer<RoleServer>,
        Parameters(To { to }): Parameters<To>,
    ) -> String {
        if let Some(token) = meta.get_progress_token() {
            for number in 0..to {
                let progress = ProgressNotificationParam::new(token.clone(), f64::from(number + 1));
                let _ = client.notify_progress(progress.with_total(f64::from(to))).await;
            }
        }
        to.to_string()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Orders {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

async fn serve(port: Option<&String>) -> anyhow::Result<()> {
    let Some(port) = port else {
        Orders::new().serve(rmcp::transport::stdio()).await?.waiting().await?;
        return Ok(());
    };
    let service: StreamableHttpService<Orders, LocalSessionManager> =
        StreamableHttpService::new(|| Ok(Orders::new()), Default::default(), StreamableHttpServerConfig::default());
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, router).await?;
    Ok(())
}

#[derive(Clone, Default)]
struct ProgressCounter {
    steps: Arc<AtomicUsize>,
}

impl ClientHandler for ProgressCounter {
    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.steps.fetch_add(1, Ordering::SeqCst);
    }
}

async fn call(client: &RunningService<RoleClient, ProgressCounter>, name: &'static str, arguments: Value) -> anyhow::Result<Value> {
    let Value::Object(arguments) = arguments else { anyhow::bail!("the arguments must be an object") };
    let result = client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await?;
    let text: String = result.content.iter().filter_map(|block| block.as_text()).map(|block| block.text.as_str()).collect();
    Ok(json!({"text": text, "isError": result.is_error.unwrap_or(false)}))
}

fn next_cursor(result: &Value) -> Option<String> {
    let header: Value = serde_json::from_str(result["text"].as_str()?).ok()?;
    Some(header.get("nextCursor")?.as_str()?.to_owned())
}

async fn run_client(args: &[String]) -> anyhow::Result<()> {
    let handler = ProgressCounter::default();
    let steps = handler.steps.clone();
    let mode = ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::V_2026_07_28], legacy_version: None };
    let client = if args[0] == "http" {
        handler.serve_with_lifecycle(StreamableHttpClientTransport::from_uri(args[1].clone()), mode).await?
    } else {
        let mut command = tokio::process::Command::new(&args[1]);
        command.args(&args[2..]);
        handler.serve_with_lifecycle(TokioChildProcess::new(command)?, mode).await?
    };
    let tools: Vec<String> = client.list_all_tools().await?.into_iter().map(|tool| tool.name.to_string()).collect();
    let mut report = json!({"tools": tools});
    report["small"] = call(&client, "get_order", json!({"number": 7})).await?;
    let mut pages = vec![call(&client, "list_orders", json!({"count": 800})).await?];
    let first = next_cursor(&pages[0]);
    let mut next = first.clone();
    while let Some(cursor) = next.filter(|_| pages.len() < 100) {
        pages.push(call(&client, "plimsoll_read", json!({"cursor": cursor})).await?);
        next = next_cursor(&pages[pages.len() - 1]);
    }
    report["pages"] = Value::Array(pages);
    if let Some(cursor) = first {
        let query = r#"[.[] | select(.status == "open") | .total] | add"#;
        report["query"] = call(&client, "plimsoll_read", json!({"cursor": cursor, "query": query})).await?;
        let wrong = format!("A{}", &cursor[1..]);
        report["wrongCursor"] = call(&client, "plimsoll_read", json!({"cursor": wrong})).await?;
    }
    report["failure"] = call(&client, "fail", json!({})).await?;
    report["counted"] = call(&client, "count", json!({"to": 5})).await?;
    // the SDK handles notifications concurrently with responses
    for _ in 0..50 {
        if steps.load(Ordering::SeqCst) >= 5 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    report["progress"] = json!(steps.load(Ordering::SeqCst));
    println!("{report}");
    client.cancel().await?;
    Ok(())
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "server" { serve(args.get(2)).await } else { run_client(&args[2..]).await }
}
