// Plimsoll's native client: connects standard input and output to the daemon of the user, and starts the daemon if none runs.
// If the daemon cannot be used, the client replaces itself with the launcher.
package main

import (
	"os"
	"syscall"
)

// version is set by the build.
var version = "development"

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "--become":
			become(os.Args[2:])
		case "--detach":
			detach(os.Args[2:])
		}
	}
	arguments := os.Args[1:]
	installation, err := findInstallation()
	if err != nil {
		fail(err.Error())
	}
	if isDaemonWanted(arguments, syscall.Environ(), os.Getuid()) {
		if connection := openSession(installation, arguments); connection != nil {
			syscall.Exit(connection.relay())
		}
	}
	replaceProcess(installation.launcher, launcherArguments(installation.launcher, arguments), launcherEnvironment(os.Args, syscall.Environ()))
}

func fail(message string) {
	printError(message)
	syscall.Exit(2)
}

func printError(message string) {
	_, _ = syscall.Write(2, []byte("plimsoll: "+message+"\n"))
}

// launcherArguments tells the launcher not to start this program again.
func launcherArguments(launcher string, arguments []string) []string {
	if len(arguments) > 0 && arguments[0] == "run" {
		arguments = append([]string{"run", "--daemon=off"}, arguments[1:]...)
	}
	return append([]string{launcher}, arguments...)
}

// replaceProcess replaces this process with a program.
func replaceProcess(file string, arguments, environment []string) {
	err := syscall.Exec(file, arguments, environment)
	fail("cannot start " + file + ": " + err.Error())
}

// become replaces this process with a server. Usage: --become UMASK FILE NAME [ARGUMENT...]
func become(arguments []string) {
	if len(arguments) < 3 {
		fail("--become: needs a umask, a file, and a command")
	}
	umask := 0
	for _, digit := range arguments[0] {
		umask = umask*8 + int(digit-'0')
	}
	syscall.Umask(umask)
	file, command := arguments[1], arguments[2:]
	err := syscall.Exec(file, command, syscall.Environ())
	if err == syscall.ENOEXEC {
		// a script without a first line (#!) that names its interpreter
		err = syscall.Exec("/bin/sh", append([]string{command[0], file}, command[1:]...), syscall.Environ())
	}
	printError("cannot start " + file + ": " + err.Error())
	syscall.Exit(127)
}
