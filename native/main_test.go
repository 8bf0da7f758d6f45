package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestChoosesDaemon(t *testing.T) {
	for _, c := range []struct {
		arguments, variable string
		user                int
		want                bool
	}{
		{"run -- server", "", 1000, isDaemonDefault},
		{"run -- server", "", 0, false},
		{"run -- server", "auto", 0, true},
		{"run -- server", "off", 1000, false},
		{"run -- server", "nonsense", 1000, false},
		{"run --daemon=auto -- server", "off", 0, true},
		{"run --daemon auto -- server", "off", 0, true},
		{"run --daemon off -- server", "auto", 1000, false},
		{"run --daemon=off -- server", "", 1000, false},
		{"run --url http://a/mcp", "auto", 1000, true},
		{"run --help", "auto", 1000, false},
		{"run --daemon=auto -h", "", 1000, false},
		// the same words as arguments of the server
		{"run -- server --daemon=off", "auto", 1000, true},
		{"run server --daemon=off", "auto", 1000, true},
		{"run npx server --daemon auto", "off", 1000, false},
		{"run --bridge npx server --daemon auto", "off", 1000, false},
		{"run --name a --budget=9 npx --daemon=auto", "off", 1000, false},
		{"run server --help", "auto", 1000, true},
		// values of other options
		{"run --name --daemon=auto server", "off", 1000, false},
		{"run --bridge --name a --daemon auto server", "off", 1000, true},
		{"run --daemon=off --daemon auto server", "", 1000, true},
		{"run --daemon -- auto", "off", 1000, false},
		{"serve", "auto", 1000, false},
		{"", "auto", 1000, false},
	} {
		var environment []string
		if c.variable != "" {
			environment = []string{"A=b", "PLIMSOLL_DAEMON=" + c.variable}
		}
		if got := isDaemonWanted(strings.Fields(c.arguments), environment, c.user); got != c.want {
			t.Errorf("%q, %q, user %d: %v", c.arguments, c.variable, c.user, got)
		}
	}
}

func TestSwitchesDaemonOffForLauncher(t *testing.T) {
	got := strings.Join(launcherArguments("/a/plimsoll", []string{"run", "--daemon=auto", "--", "x"}), " ")
	if got != "/a/plimsoll run --daemon=off --daemon=auto -- x" {
		t.Error(got)
	}
	if got := strings.Join(launcherArguments("/a/plimsoll", []string{"serve"}), " "); got != "/a/plimsoll serve" {
		t.Error(got)
	}
}

func TestPassesOnlyItsVariablesToDaemon(t *testing.T) {
	got := strings.Join(daemonEnvironment([]string{"SECRET=x", "PATH=/bin", "PATHS=y", "HOME=/h", "LC_ALL=de_DE"}), " ")
	if got != "LC_ALL=C.UTF-8 PATH=/bin HOME=/h" {
		t.Error(got)
	}
}

func TestWritesRequest(t *testing.T) {
	frame := sessionRequestFrame([]string{"1", "two"}, []string{"run", ""}, []string{"A=b"})
	if frame[0] != frameSessionRequest || int(binary.BigEndian.Uint32(frame[1:])) != len(frame)-headerBytes {
		t.Fatal(frame)
	}
	var fields []string
	for rest := frame[headerBytes:]; len(rest) > 0; {
		length := binary.BigEndian.Uint32(rest)
		fields = append(fields, string(rest[4:4+length]))
		rest = rest[4+length:]
	}
	if strings.Join(fields, "|") != "1|two|2|run||A=b" {
		t.Error(fields)
	}
}

func TestRequiresPrivateFolder(t *testing.T) {
	folder := t.TempDir() + "/a/b"
	if !ensurePrivate(folder) {
		t.Error("a new folder is not private")
	}
	if err := os.Chmod(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	if ensurePrivate(folder) {
		t.Error("others can enter")
	}
	link := folder + ".link"
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	if ensurePrivate(link) {
		t.Error("a link may lead anywhere")
	}
}

// socketPair returns a connection and the daemon's end of it.
func socketPair(t *testing.T) (*connection, int) {
	t.Helper()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(ends[0]); _ = syscall.Close(ends[1]) })
	return newConnection(ends[0]), ends[1]
}

func TestReceivesFramesInPieces(t *testing.T) {
	c, daemon := socketPair(t)
	long := bytes.Repeat([]byte("x"), maxDataBytes)
	all := append(newFrame(frameOutput, long...), newFrame(frameExit, 3)...)
	go func() {
		for _, b := range [][]byte{all[:3], all[3:7], all[7 : len(all)-2], all[len(all)-2:]} {
			_ = writeAll(daemon, b)
			time.Sleep(time.Millisecond)
		}
	}()
	kind, payload, err := c.receive()
	if err != nil || kind != frameOutput || !bytes.Equal(payload, long) {
		t.Fatal(kind, len(payload), err)
	}
	kind, payload, err = c.receive()
	if err != nil || kind != frameExit || payload[0] != 3 {
		t.Fatal(kind, payload, err)
	}
}

func TestRefusesFrameAboveTheLimit(t *testing.T) {
	c, daemon := socketPair(t)
	_ = writeAll(daemon, []byte{frameOutput, 1, 0, 0, 0})
	if _, _, err := c.receive(); err == nil {
		t.Error("a frame of 16 MB was accepted")
	}
}

func TestKeepsOrderOfOutput(t *testing.T) {
	c, daemon := socketPair(t)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	s := newStream(c, int(writer.Fd()), frameOutput)
	var want []byte
	for i := 0; i < 300; i++ {
		// short and long ones, more than a pipe holds
		part := bytes.Repeat([]byte{byte(i)}, 1+i*i%5000)
		want = append(want, part...)
		s.pass(part)
	}
	got := make([]byte, 0, len(want))
	buffer := make([]byte, 1<<16)
	for len(got) < len(want) {
		count, err := reader.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, buffer[:count]...)
	}
	if !bytes.Equal(got, want) {
		t.Error("the bytes differ")
	}
	s.finish()
	reported := make([]byte, headerBytes+5)
	if _, err := read(daemon, reported); err != nil || reported[0] != frameWindowUpdate || reported[headerBytes] != frameOutput {
		t.Error(reported, err)
	}
}

func TestReportsOutputThatNobodyReads(t *testing.T) {
	c, daemon := socketPair(t)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = reader.Close()
	defer writer.Close()
	s := newStream(c, int(writer.Fd()), frameErrorOutput)
	s.pass([]byte("lost"))
	s.pass([]byte("lost"))
	reported := make([]byte, 2*headerBytes+2)
	count, err := read(daemon, reported)
	if err != nil || !bytes.Equal(reported[:count], newFrame(frameBrokenPipe, frameErrorOutput)) {
		t.Error(reported[:count], err)
	}
	s.finish()
}
