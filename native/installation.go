package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// installation is one copy of Plimsoll on this machine.
type installation struct {
	executable string
	launcher   string
	home       string
}

// findInstallation finds the launcher. This program is in the folder native/bin of the installation, or it is a copy in the
// folder for commands of a Python environment.
func findInstallation() (installation, error) {
	executable, err := os.Executable()
	if err != nil {
		return installation{}, err
	}
	if resolved, err := filepath.EvalSymlinks(executable); err == nil {
		executable = resolved
	}
	return installationOf(executable)
}

func installationOf(executable string) (installation, error) {
	folder := filepath.Dir(filepath.Dir(executable))
	if filepath.Base(folder) == "native" {
		if found := newInstallation(filepath.Dir(folder), executable); isFile(found.launcher) {
			return found, nil
		}
	}
	for _, home := range pythonHomes(folder) {
		found := newInstallation(home, executable)
		if !isFile(found.launcher) {
			continue
		}
		// both commands of the package use the same daemon
		if original := filepath.Join(home, "native", "bin", "plimsoll"); isFile(original) {
			found.executable = original
		}
		return found, nil
	}
	return installation{}, errors.New(executable + " belongs to no installation of Plimsoll " + version + "; install it again")
}

func newInstallation(home, executable string) installation {
	return installation{executable, filepath.Join(home, "plimsoll"), home}
}

// pythonHomes returns the folders with packages of this version in a Python environment, which can have several versions of
// Python.
func pythonHomes(folder string) []string {
	quoted := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(folder)
	record := "plimsoll_mcp-" + version + ".dist-info"
	var homes []string
	for _, packages := range []string{"", "lib*/*py*/*-packages"} {
		records, _ := filepath.Glob(filepath.Join(quoted, packages, record))
		for _, found := range records {
			homes = append(homes, filepath.Join(filepath.Dir(found), "plimsoll", "image"))
		}
	}
	return homes
}

func isFile(path string) bool {
	status, err := os.Stat(path)
	return err == nil && status.Mode().IsRegular()
}

// name identifies the installation, so that a client never connects to a daemon of another version. It contains the host name,
// because machines and containers can share the folder of the sockets.
func (i installation) name() string {
	hash := newHash()
	hash.add(protocol)
	host, _ := os.Hostname()
	hash.add(host)
	hash.add(i.executable)
	hash.add(i.launcher)
	for _, file := range []string{i.executable, i.launcher, filepath.Join(i.home, "app", "plimsoll.jar")} {
		var status syscall.Stat_t
		if syscall.Stat(file, &status) == nil {
			hash.add(decimal(status.Size) + " " + modified(&status))
		}
	}
	if build, err := os.ReadFile(filepath.Join(i.home, "target", "app", "current")); err == nil {
		hash.add(string(build))
	}
	return version + "-" + hash.text()
}
