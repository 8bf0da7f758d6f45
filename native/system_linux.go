package main

import (
	"os"
	"strings"
	"syscall"
	"unsafe"
)

const dataFolder = ".local/share"

// isDaemonDefault is whether sessions use the daemon by default. The launcher has the same rule.
const isDaemonDefault = true

func modified(status *syscall.Stat_t) string {
	return decimal(status.Mtim.Nano())
}

// processAttributes returns a digest of the attributes that child processes inherit: limits, namespaces, rights, and priority.
// The daemon declines a session if those of the client differ from its own.
func processAttributes() string {
	hash := newHash()
	for resource := 0; resource < 16; resource++ {
		var limit syscall.Rlimit
		if syscall.Getrlimit(resource, &limit) != nil {
			continue
		}
		if resource == syscall.RLIMIT_NOFILE {
			// Go and Java raise this limit to its maximum
			limit.Cur = limit.Max
		}
		hash.add(digits(limit.Cur, 10) + " " + digits(limit.Max, 10))
	}
	for _, namespace := range []string{"mnt", "pid", "net", "user", "ipc", "uts"} {
		link, _ := os.Readlink("/proc/self/ns/" + namespace)
		hash.add(link)
	}
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		name, _, _ := strings.Cut(line, ":")
		switch name {
		case "Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp",
			"Cpus_allowed":
			hash.add(line)
		}
	}
	label, _ := os.ReadFile("/proc/self/attr/current")
	hash.add(string(label))
	priority, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	hash.add(decimal(int64(priority)))
	return hash.text()
}

// peerUser returns the user of the process that listens on the socket; -1 if it is not known.
func peerUser(socket int) int {
	credentials, err := syscall.GetsockoptUcred(socket, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return -1
	}
	return int(credentials.Uid)
}

func isTerminal(descriptor int) bool {
	var settings [64]byte
	_, _, err := syscall.Syscall(syscall.SYS_IOCTL, uintptr(descriptor), syscall.TCGETS, uintptr(unsafe.Pointer(&settings)))
	return err == 0
}

// isWritable returns whether a write of up to maxDirectBytes does not block.
func isWritable(descriptor int) bool {
	poll := struct {
		descriptor int32
		events     int16
		revents    int16
	}{int32(descriptor), 4, 0}
	none := syscall.Timespec{}
	count, _, err := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1, uintptr(unsafe.Pointer(&none)), 0, 0, 0)
	return err == 0 && count == 1 && poll.revents&4 != 0
}
