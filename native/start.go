package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	// startTime is the time in which a daemon must start; after that, the session gets a process of its own.
	startTime = 20 * time.Second
	// responseTime is the time in which a daemon must accept a session.
	responseTime = 3 * time.Second
	pollTime     = 2 * time.Millisecond
	maxPathBytes = 100
)

// daemonVariables are the variables that the daemon gets from the client that starts it. All others are for its sessions only.
var daemonVariables = []string{
	"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "JAVA_HOME",
	"PLIMSOLL_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS",
}

// openSession starts a session in the daemon and returns its connection; nil if the daemon cannot run it.
func openSession(i installation, arguments []string) *connection {
	folder := socketFolder()
	path := filepath.Join(folder, i.name()+".sock")
	if folder == "" || len(path) > maxPathBytes || !ensurePrivate(folder) {
		return nil
	}
	origin := originOf(i.executable)
	if origin == nil {
		return nil
	}
	request := sessionRequestFrame(origin, arguments, syscall.Environ())
	deadline := time.Now().Add(startTime)
	// a daemon that is ending closes the connection; the next attempt finds or starts another daemon
	for attempt := 0; attempt < 3; attempt++ {
		socket := connectOrStart(i, path, deadline)
		if socket < 0 {
			return nil
		}
		c, isEnding := requestSession(socket, request)
		if c != nil {
			return c
		}
		_ = syscall.Close(socket)
		if !isEnding {
			return nil
		}
		time.Sleep(pollTime)
	}
	return nil
}

// socketFolder returns the user's folder for sockets, or an empty text. The class DaemonControl uses the same folder.
func socketFolder() string {
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); strings.HasPrefix(runtime, "/") {
		var status syscall.Stat_t
		if syscall.Stat(runtime, &status) == nil && status.Mode&syscall.S_IFMT == syscall.S_IFDIR {
			return filepath.Join(runtime, "plimsoll")
		}
	}
	if data := os.Getenv("XDG_DATA_HOME"); strings.HasPrefix(data, "/") {
		return filepath.Join(data, "plimsoll", "daemon")
	}
	if home := os.Getenv("HOME"); strings.HasPrefix(home, "/") {
		return filepath.Join(home, dataFolder, "plimsoll", "daemon")
	}
	return ""
}

// ensurePrivate creates the folder if it is missing, and returns whether only this user can enter it.
func ensurePrivate(folder string) bool {
	var status syscall.Stat_t
	if syscall.Lstat(folder, &status) != nil {
		if os.MkdirAll(filepath.Dir(folder), 0o700) != nil {
			return false
		}
		if err := syscall.Mkdir(folder, 0o700); err != nil && err != syscall.EEXIST {
			return false
		}
		if syscall.Lstat(folder, &status) != nil {
			return false
		}
	}
	return status.Mode&syscall.S_IFMT == syscall.S_IFDIR && status.Mode&0o777 == 0o700 && int(status.Uid) == os.Geteuid()
}

// originOf returns the fields of the session request that describe this process; nil if its folder does not exist anymore.
func originOf(executable string) []string {
	folder, err := syscall.Getwd()
	if err != nil {
		return nil
	}
	terminals := ""
	for descriptor, name := range map[int]string{1: "out", 2: "err"} {
		if isTerminal(descriptor) {
			terminals += name + ","
		}
	}
	return []string{
		protocol, executable, decimal(int64(os.Getpid())), octal(umask()), processAttributes(), folder, terminals,
	}
}

func umask() int {
	mask := syscall.Umask(0o77)
	syscall.Umask(mask)
	return mask
}

func connect(path string) int {
	socket, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return -1
	}
	syscall.CloseOnExec(socket)
	// another user may have created the socket before the folder became private; then a new daemon replaces it
	if syscall.Connect(socket, &syscall.SockaddrUnix{Name: path}) != nil || peerUser(socket) != os.Geteuid() {
		_ = syscall.Close(socket)
		return -1
	}
	return socket
}

// requestSession requests and starts a session. It returns the connection, or nil and whether the daemon is ending.
func requestSession(socket int, request []byte) (*connection, bool) {
	limit := syscall.NsecToTimeval(responseTime.Nanoseconds())
	_ = syscall.SetsockoptTimeval(socket, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &limit)
	_ = syscall.SetsockoptTimeval(socket, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &limit)
	c := newConnection(socket)
	if err := c.send(request); err != nil {
		return nil, err == syscall.EPIPE || err == syscall.ECONNRESET
	}
	kind, _, err := c.receive()
	if err != nil {
		return nil, err == syscall.EPIPE || err == syscall.ECONNRESET
	}
	if kind != frameAccepted || c.send(newFrame(frameStart)) != nil {
		return nil, false
	}
	none := syscall.Timeval{}
	_ = syscall.SetsockoptTimeval(socket, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &none)
	_ = syscall.SetsockoptTimeval(socket, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &none)
	return c, false
}

// connectOrStart connects to the daemon. If there is none, the client that gets the lock starts it, and other clients wait.
func connectOrStart(i installation, path string, deadline time.Time) int {
	if socket := connect(path); socket >= 0 {
		return socket
	}
	lock, err := syscall.Open(path+".lock", syscall.O_CREAT|syscall.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return -1
	}
	defer syscall.Close(lock)
	alivePipe := -1
	for time.Now().Before(deadline) {
		if alivePipe < 0 && syscall.Flock(lock, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			// the previous owner of the lock may have started a daemon
			if socket := connect(path); socket >= 0 {
				return socket
			}
			if alivePipe = startDaemon(i, path); alivePipe < 0 {
				return -1
			}
			defer syscall.Close(alivePipe)
		}
		if socket := connect(path); socket >= 0 {
			return socket
		}
		if alivePipe >= 0 && hasEnded(alivePipe) {
			return -1
		}
		time.Sleep(pollTime)
	}
	return -1
}

// hasEnded returns whether all processes have closed the other end of the pipe.
func hasEnded(pipe int) bool {
	var one [1]byte
	count, err := syscall.Read(pipe, one[:])
	return err == nil && count == 0
}

// startDaemon starts the daemon and returns a pipe that is closed when the daemon ends, or -1. An intermediate process starts the
// daemon and ends, so that the daemon is not a child of this process, which may be killed with all its children.
func startDaemon(i installation, path string) int {
	var pipe [2]int
	if syscall.Pipe(pipe[:]) != nil {
		return -1
	}
	defer syscall.Close(pipe[1])
	syscall.CloseOnExec(pipe[0])
	syscall.CloseOnExec(pipe[1])
	_ = syscall.SetNonblock(pipe[0], true)
	null, nullErr := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	log, logErr := syscall.Open(path+".log", syscall.O_CREAT|syscall.O_TRUNC|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o600)
	if nullErr != nil || logErr != nil {
		_ = syscall.Close(pipe[0])
		return -1
	}
	defer syscall.Close(null)
	defer syscall.Close(log)
	process, err := syscall.ForkExec(i.executable, []string{
		i.executable, "--detach", i.launcher, "daemon", "listen", "--socket=" + path, "--umask=" + octal(umask()),
		"--process-attributes=" + processAttributes(),
	}, &syscall.ProcAttr{
		Dir:   "/",
		Env:   daemonEnvironment(syscall.Environ()),
		Files: []uintptr{uintptr(null), uintptr(log), uintptr(log), uintptr(pipe[1])},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		_ = syscall.Close(pipe[0])
		return -1
	}
	var status syscall.WaitStatus
	for {
		if _, err = syscall.Wait4(process, &status, 0, nil); err != syscall.EINTR {
			break
		}
	}
	return pipe[0]
}

// detach starts a command that outlives this process. Usage: --detach FILE [ARGUMENT...]
func detach(command []string) {
	if len(command) == 0 {
		fail("--detach: needs a command")
	}
	_, err := syscall.ForkExec(command[0], command, &syscall.ProcAttr{
		Env:   syscall.Environ(),
		Files: []uintptr{0, 1, 2, 3},
	})
	if err != nil {
		fail("cannot start " + command[0] + ": " + err.Error())
	}
	syscall.Exit(0)
}

func daemonEnvironment(environment []string) []string {
	kept := []string{"LC_ALL=C.UTF-8"}
	for _, entry := range environment {
		for _, name := range daemonVariables {
			if strings.HasPrefix(entry, name+"=") {
				kept = append(kept, entry)
			}
		}
	}
	return kept
}
