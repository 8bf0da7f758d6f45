package main

import (
	"os"
	"syscall"
	"unsafe"
)

const dataFolder = "Library/Application Support"

// isDaemonDefault is false until the tests have run on macOS. The launcher has the same rule.
const isDaemonDefault = false

func modified(status *syscall.Stat_t) string {
	return decimal(status.Mtimespec.Nano())
}

// processAttributes returns a digest of the attributes that child processes inherit: limits, groups, and priority. The daemon
// declines a session if those of the client differ from its own.
func processAttributes() string {
	hash := newHash()
	for resource := 0; resource < 9; resource++ {
		var limit syscall.Rlimit
		if syscall.Getrlimit(resource, &limit) != nil {
			continue
		}
		if resource == syscall.RLIMIT_NOFILE {
			// Go and Java raise this limit
			limit.Cur = limit.Max
		}
		hash.add(digits(limit.Cur, 10) + " " + digits(limit.Max, 10))
	}
	groups, _ := os.Getgroups()
	for _, group := range groups {
		hash.add(decimal(int64(group)))
	}
	hash.add(decimal(int64(os.Getgid())))
	priority, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	hash.add(decimal(int64(priority)))
	return hash.text()
}

// peerUser returns the user of the process that listens on the socket; -1 if it is not known.
func peerUser(socket int) int {
	// struct xucred of LOCAL_PEERCRED
	credentials := struct {
		version    uint32
		user       uint32
		groupCount int16
		groups     [16]uint32
	}{}
	length := uint32(unsafe.Sizeof(credentials))
	_, _, err := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(socket), 0, 1,
		uintptr(unsafe.Pointer(&credentials)), uintptr(unsafe.Pointer(&length)), 0)
	if err != 0 {
		return -1
	}
	return int(credentials.user)
}

func isTerminal(descriptor int) bool {
	var settings syscall.Termios
	_, _, err := syscall.Syscall(syscall.SYS_IOCTL, uintptr(descriptor), syscall.TIOCGETA, uintptr(unsafe.Pointer(&settings)))
	return err == 0
}

// isWritable returns whether a write of up to maxDirectBytes does not block.
func isWritable(descriptor int) bool {
	var set syscall.FdSet
	set.Bits[descriptor/32] |= 1 << (descriptor % 32)
	none := syscall.Timeval{}
	return syscall.Select(descriptor+1, nil, &set, nil, &none) == nil && set.Bits[descriptor/32]&(1<<(descriptor%32)) != 0
}
