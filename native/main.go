// Plimsoll's native client: connects standard input and output to the daemon of the user, and starts that if there is none.
// Where this is not possible, it becomes the launcher.
package main

import (
	"os"
	"path/filepath"
	"strings"
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
	replaceBy(installation.launcher, launcherArguments(installation.launcher, arguments))
}

func fail(message string) {
	say(message)
	syscall.Exit(2)
}

func say(message string) {
	_, _ = syscall.Write(2, []byte("plimsoll: "+message+"\n"))
}

// isDaemonWanted looks for the option and the variable. For root, only an explicit choice counts: a folder of root is often
// shared, as in containers.
func isDaemonWanted(arguments, environment []string, user int) bool {
	if len(arguments) == 0 || arguments[0] != "run" {
		return false
	}
	mode := ""
	for _, entry := range environment {
		if value, found := strings.CutPrefix(entry, "PLIMSOLL_DAEMON="); found {
			mode = value
		}
	}
	// the options end at the server's command, which may have options with the same names
	for i := 1; i < len(arguments) && strings.HasPrefix(arguments[i], "-") && arguments[i] != "--"; i++ {
		name, value, hasValue := strings.Cut(arguments[i], "=")
		if !hasValue && !isFlag(name) && i+1 < len(arguments) && arguments[i+1] != "--" {
			i++
			value = arguments[i]
		}
		if name == "--daemon" {
			mode = value
		}
	}
	return mode == "auto" || mode == "" && user != 0
}

// isFlag returns whether an option of run has no value.
func isFlag(option string) bool {
	return option == "--bridge" || option == "--help" || option == "-h"
}

// launcherArguments tells the launcher not to start this program again.
func launcherArguments(launcher string, arguments []string) []string {
	if len(arguments) > 0 && arguments[0] == "run" {
		arguments = append([]string{"run", "--daemon=off"}, arguments[1:]...)
	}
	return append([]string{launcher}, arguments...)
}

func replaceBy(file string, arguments []string) {
	err := syscall.Exec(file, arguments, syscall.Environ())
	fail("cannot start " + file + ": " + err.Error())
}

// become replaces this process by a server. Usage: --become UMASK FILE NAME [ARGUMENT...]
func become(arguments []string) {
	if len(arguments) < 3 {
		fail("--become: needs an umask, a file, and a command")
	}
	umask := 0
	for _, digit := range arguments[0] {
		umask = umask*8 + int(digit-'0')
	}
	syscall.Umask(umask)
	file, command := arguments[1], arguments[2:]
	err := syscall.Exec(file, command, syscall.Environ())
	if err == syscall.ENOEXEC {
		// a script without a first line that names its program
		err = syscall.Exec("/bin/sh", append([]string{command[0], file}, command[1:]...), syscall.Environ())
	}
	say("cannot start " + file + ": " + err.Error())
	syscall.Exit(127)
}

// installation is one copy of Plimsoll on this machine.
type installation struct {
	executable string
	launcher   string
	home       string
}

// findInstallation finds the launcher: this program is in the folder native/bin of the installation.
func findInstallation() (installation, error) {
	executable, err := os.Executable()
	if err != nil {
		return installation{}, err
	}
	if resolved, err := filepath.EvalSymlinks(executable); err == nil {
		executable = resolved
	}
	home := filepath.Dir(filepath.Dir(filepath.Dir(executable)))
	return installation{executable, filepath.Join(home, "plimsoll"), home}, nil
}

// name identifies the installation, so that clients and daemons of different versions never meet.
func (i installation) name() string {
	hash := newHash()
	hash.add(protocol)
	hash.add(i.executable)
	hash.add(i.launcher)
	for _, file := range []string{i.executable, i.launcher, filepath.Join(i.home, "app", "plimsoll.jar")} {
		var status syscall.Stat_t
		if syscall.Stat(file, &status) == nil {
			hash.add(decimal(status.Size) + " " + changed(&status))
		}
	}
	if build, err := os.ReadFile(filepath.Join(i.home, "target", "app", "current")); err == nil {
		hash.add(string(build))
	}
	return version + "-" + hash.text()
}
