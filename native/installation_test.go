package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNamesInstallation(t *testing.T) {
	folder := t.TempDir()
	launcher := write(t, folder+"/plimsoll", "one")
	one := installation{folder + "/native/bin/plimsoll", launcher, folder}
	if one.name() != one.name() {
		t.Error("the name changes")
	}
	if other := (installation{one.executable, folder + "/other", folder}); one.name() == other.name() {
		t.Error("two launchers have one name")
	}
	before := one.name()
	write(t, launcher, "three")
	if one.name() == before {
		t.Error("an upgrade has the name of the previous version")
	}
}

func TestFindsInstallationOfItsFolder(t *testing.T) {
	home := t.TempDir() + "/a [place]*"
	write(t, home+"/plimsoll", "")
	client := write(t, home+"/native/bin/plimsoll", "")
	if got, err := installationOf(client); err != nil || got != (installation{client, home + "/plimsoll", home}) {
		t.Error(got, err)
	}
}

func TestFindsInstallationOfPythonEnvironment(t *testing.T) {
	for _, packages := range []string{"", "lib/python3.11/site-packages", "lib64/python3.13t/dist-packages", "lib/pypy3.11/site-packages"} {
		prefix := t.TempDir() + "/a [place]*"
		// a launcher of another installation, above the environment
		write(t, filepath.Dir(prefix)+"/plimsoll", "")
		commands := []string{write(t, prefix+"/bin/plimsoll", ""), write(t, prefix+"/bin/plimsoll-mcp", "")}
		folder := filepath.Join(prefix, packages)
		write(t, folder+"/plimsoll_mcp-"+version+".dist-info/RECORD", "")
		home := folder + "/plimsoll/image"
		write(t, home+"/plimsoll", "")
		client := write(t, home+"/native/bin/plimsoll", "")
		for _, command := range commands {
			if got, err := installationOf(command); err != nil || got != (installation{client, home + "/plimsoll", home}) {
				t.Error(got, err)
			}
		}
	}
}

func TestRefusesInstallationOfOtherVersion(t *testing.T) {
	prefix := t.TempDir()
	command := write(t, prefix+"/bin/plimsoll", "")
	packages := prefix + "/lib/python3.11/site-packages"
	write(t, packages+"/plimsoll_mcp-0.0.9.dist-info/RECORD", "")
	write(t, packages+"/plimsoll/image/plimsoll", "")
	if got, err := installationOf(command); err == nil || !strings.Contains(err.Error(), "install it again") {
		t.Error(got, err)
	}
}

func TestPassesTypedPathToLauncher(t *testing.T) {
	folder := t.TempDir()
	tool := write(t, folder+"/plimsoll", "")
	environment := []string{"A=b", "PATH=relative:/nowhere:" + folder}
	for _, c := range []struct{ command, want string }{
		{"plimsoll try", "PLIMSOLL_TYPED=" + tool},
		{"./plimsoll try", "PLIMSOLL_TYPED=./plimsoll"},
		{"other try", ""},
		{"plimsoll", ""},
		{"plimsoll run", ""},
	} {
		got := launcherEnvironment(strings.Fields(c.command), environment)
		want := strings.TrimSpace(strings.Join(environment, " ") + " " + c.want)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v", c.command, got)
		}
	}
}
