package main

import (
	"os"
	"path/filepath"
	"strings"
)

// isDaemonWanted returns whether the session should use the daemon: by the option, else by the variable, else by default. Root
// has no daemon by default, because its folders are often shared, as in containers. Nor has a system without tests.
func isDaemonWanted(arguments, environment []string, user int) bool {
	if len(arguments) == 0 || arguments[0] != "run" {
		return false
	}
	if mode, found := daemonOption(arguments[1:]); found {
		return mode == "auto"
	}
	mode := variable(environment, "PLIMSOLL_DAEMON")
	return mode == "auto" || mode == "" && isDaemonDefault && user != 0
}

// daemonOption returns the last value of --daemon, and whether there is one. The options of Plimsoll end at the command of the
// server. A command that only prints the help needs no daemon.
func daemonOption(arguments []string) (string, bool) {
	mode, found := "", false
	for i := 0; i < len(arguments) && strings.HasPrefix(arguments[i], "-") && arguments[i] != "--"; i++ {
		name, value, hasValue := strings.Cut(arguments[i], "=")
		switch {
		case name == "-h" || name == "--help":
			return "off", true
		case !hasValue && name != "--bridge" && i+1 < len(arguments) && arguments[i+1] != "--":
			i++
			value = arguments[i]
		}
		if name == "--daemon" {
			mode, found = value, true
		}
	}
	return mode, found
}

func variable(environment []string, name string) string {
	last := ""
	for _, entry := range environment {
		if value, found := strings.CutPrefix(entry, name+"="); found {
			last = value
		}
	}
	return last
}

// launcherEnvironment adds the path that the user typed, which messages of the launcher contain. `run` has no such messages, and
// its server gets the environment, so the variable is not added.
func launcherEnvironment(command, environment []string) []string {
	if len(command) < 2 || command[1] == "run" {
		return environment
	}
	if typed := typedPath(command[0], variable(environment, "PATH")); typed != "" {
		return append(environment, "PLIMSOLL_TYPED="+typed)
	}
	return environment
}

// typedPath returns the path of a command, as a shell would find it.
func typedPath(command, path string) string {
	if strings.Contains(command, "/") {
		return command
	}
	for _, folder := range strings.Split(path, ":") {
		file := filepath.Join(folder, command)
		if status, err := os.Stat(file); strings.HasPrefix(folder, "/") && err == nil && status.Mode()&0o111 != 0 && !status.IsDir() {
			return file
		}
	}
	return ""
}
