/**
 * Nodes of a parsed query. Each node computes outputs from one value and passes them one by one to a sink.
 *
 * <p>Overview:
 * <ul>
 *   <li><b>evaluation</b>: a {@code QueryNode} passes its outputs to an {@code OutputSink}. An {@code Environment} holds
 *       the names, and an {@code Evaluation} the state of the run. A {@code SingleValueNode} has one output.
 *   <li><b>paths</b>: {@code IdentityNode}, {@code FieldNode}, {@code IndexNode}, {@code SliceNode}, {@code IterateNode}, and
 *       {@code RecurseNode} select values and extend paths, checked by {@code PathTracker}. {@code PathNode} produces the path,
 *       {@code UpdateNode} changes the value at a path.
 *   <li><b>values</b>: {@code LiteralNode}, {@code FormatNode}, {@code ArrayNode}, {@code ObjectNode}, {@code VariableNode};
 *       {@code BinaryNode} with a {@code QueryOperator}, {@code NegateNode}, {@code LogicNode}, and {@code AlternativeNode}.
 *   <li><b>flow</b>: {@code PipeNode}, {@code CommaNode}, {@code EmptyNode}, {@code IfNode}, {@code TryNode},
 *       {@code FirstNode}, {@code LoopNode}; {@code LabelNode}, which a {@code BreakSignal} leaves.
 *   <li><b>names</b>: {@code BindNode}, {@code ReduceNode}, and {@code ForeachNode} bind a {@code DestructuringPattern}; of
 *       several {@code DestructuringPatterns} the first that matches. A {@code CallNode} runs a {@code QueryFunction} of the
 *       expression, a {@code NativeNode} a built-in function.
 * </ul>
 */
@NullMarked
package dev.plimsoll.query.node;

import org.jspecify.annotations.NullMarked;
