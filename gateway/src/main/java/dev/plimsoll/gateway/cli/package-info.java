/**
 * The command line: one class per command, one list of them, and what every command shares (help, version,
 * complaints).
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>all commands</b>: {@code CommandLineProgram} runs one of {@code Commands}. {@code Complaints} says what went
 *       wrong, such as a {@code UsageException}. {@code Exit} has the exit codes.
 *   <li><b>input and output</b>: {@code Terminal} has the streams. {@code PipeTolerant} falls silent when the reader
 *       has gone, {@code Columns} is the width of a line.
 *   <li><b>serving</b>: {@code ServeCommand} and {@code DemoCommand} do it by {@code Serving}, with
 *       {@code ListenOptions}. {@code PlainServe} reads plain arguments of serve without the parser. {@code Hangup} is
 *       the signal to reload, {@code TemporaryFolder} where the demo keeps its data.
 *   <li><b>configuration</b>: {@code ConfigCommand} has {@code ConfigSchemaCommand} below it, and
 *       {@code ConfigCheckCommand} and {@code ConfigShowCommand}, which share {@code ConfigOptions}.
 *       {@code SettingOptions} are part of these, and of those for serving. {@code DoctorCommand} looks at all that a
 *       start depends on.
 *   <li><b>access</b>: {@code LoginCommand} and {@code LogoutCommand} are for upstream servers and share
 *       {@code ServerOptions}. {@code TokenCommand} is for our own callers, with {@code TokenNewCommand} below it.
 *   <li><b>wrapping</b>: {@code WrapCommand} and {@code UnwrapCommand} share {@code WrapOptions}. {@code HandedOn} are
 *       the options that wrap leaves to run.
 *   <li><b>what was saved, and rollouts</b>: {@code ReportCommand} reads times by {@code When}. {@code RolloutCommand}
 *       has {@code RolloutBackCommand} and {@code RolloutResumeCommand} below it, which share {@code RolloutOptions}.
 *   <li><b>payloads</b>: {@code TryCommand} with {@code TryOptions}.
 *   <li><b>the program itself</b>: {@code RunHelp} only lists run, which does not start here, and
 *       {@code LauncherCommands} those of the launcher. {@code TypedName} is how the program was started. Besides:
 *       {@code CompletionCommand}, {@code ManualCommand}, {@code Version}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.cli;

import org.jspecify.annotations.NullMarked;
