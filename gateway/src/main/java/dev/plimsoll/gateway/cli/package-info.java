/**
 * The command line: one class per command, one list of them, and the parts that commands share (help, version, errors).
 *
 * <p>Overview:
 *
 * <ul>
 *   <li><b>all commands</b>: {@code CommandLineProgram} runs one of {@code Commands}. {@code UsageErrorPrinter}
 *       prints errors, such as a {@code UsageException}. {@code ExitCode} has the exit codes.
 *   <li><b>input and output</b>: {@code Terminal} has the streams. {@code PipeTolerantOutputStream} ignores a closed pipe,
 *       {@code TerminalWidth} is the width of a line.
 *   <li><b>serving</b>: {@code ServeCommand} and {@code DemoCommand} use {@code ServeLoop} and
 *       {@code ListenOptions}. {@code QuickServeParser} reads simple arguments of serve without the parser.
 *       {@code HangupSignal} is the signal to reload, {@code TemporaryFolder} has the data of the demo.
 *   <li><b>configuration</b>: {@code ConfigCommand} has the subcommands {@code ConfigSchemaCommand},
 *       {@code ConfigCheckCommand}, and {@code ConfigShowCommand}; the last two share {@code ConfigOptions}.
 *       {@code SettingOptions} are part of these options and of those for serving. {@code DoctorCommand} checks
 *       everything that a start depends on.
 *   <li><b>access</b>: {@code LoginCommand} and {@code LogoutCommand} are for upstream servers and share
 *       {@code ServerOptions}. {@code TokenCommand} with its subcommand {@code TokenNewCommand} is for Plimsoll's callers.
 *   <li><b>servers of serve</b>: {@code ServerCommands}, {@code ServerAddCommand}, and {@code ServerToolsCommand} (each a
 *       {@code ServerAction}) change them in the configuration file.
 *   <li><b>wrapping</b>: {@code WrapCommand} and {@code UnwrapCommand} share {@code WrapOptions}.
 *       {@code ForwardedOptions} are the options that wrap passes on to run.
 *   <li><b>savings and rollouts</b>: {@code ReportCommand} parses times with {@code TimeOption}.
 *       {@code RolloutCommand} has the subcommands {@code RolloutBackCommand} and {@code RolloutResumeCommand}, which
 *       share {@code RolloutOptions}. {@code PinCommands} (each a {@code PinAction}) approve changes of tools.
 *   <li><b>saved views</b>: {@code SavedCommands} (each a {@code SavedAction}) list and remove them, {@code WatchCommand}
 *       prints their changes.
 *   <li><b>payloads</b>: {@code TryCommand} with {@code TryOptions}.
 *   <li><b>the program itself</b>: {@code RunHelp} only describes run, which another package starts, and
 *       {@code LauncherCommands} describes the commands of the launcher. {@code DaemonCommands} shows and stops the warm
 *       process of run. {@code NameArgument} is the name under which the
 *       program was started. Also: {@code CompletionCommand}, {@code ManualCommand}, {@code Version}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.cli;

import org.jspecify.annotations.NullMarked;
