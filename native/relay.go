package main

import (
	"encoding/binary"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

const (
	// signalTime is the time for the daemon to stop the server after a signal.
	signalTime = 3 * time.Second
	// stalledTime is the time after the end of the session after which output that nobody reads is dropped.
	stalledTime = 2 * time.Second
	// maxDirectBytes always fit into a pipe that poll reports as ready, so that the write does not wait.
	maxDirectBytes = 4096
)

// connection passes the standard streams and signals between this process and the daemon.
type connection struct {
	socket   int
	sendLock sync.Mutex
	received []byte
	from, to int

	inputLock         sync.Mutex
	inputWindowOpened *sync.Cond
	inputWindow       int

	output, errors *stream
}

func newConnection(socket int) *connection {
	c := &connection{socket: socket, received: make([]byte, headerBytes+maxDataBytes), inputWindow: windowBytes}
	c.inputWindowOpened = sync.NewCond(&c.inputLock)
	c.output = newStream(c, 1, frameOutput)
	c.errors = newStream(c, 2, frameErrorOutput)
	return c
}

// send writes a complete frame.
func (c *connection) send(frame []byte) error {
	c.sendLock.Lock()
	defer c.sendLock.Unlock()
	return writeAll(c.socket, frame)
}

func writeAll(descriptor int, bytes []byte) error {
	for len(bytes) > 0 {
		count, err := syscall.Write(descriptor, bytes)
		if err == syscall.EINTR {
			continue
		} else if err != nil {
			return err
		}
		bytes = bytes[count:]
	}
	return nil
}

// writeStream writes to a standard stream. Another process may have set its non-blocking mode.
func writeStream(descriptor int, bytes []byte) error {
	for len(bytes) > 0 {
		count, err := syscall.Write(descriptor, bytes)
		switch err {
		case nil:
			bytes = bytes[count:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			time.Sleep(time.Millisecond)
		default:
			return err
		}
	}
	return nil
}

func read(descriptor int, bytes []byte) (int, error) {
	for {
		count, err := syscall.Read(descriptor, bytes)
		if err != syscall.EINTR {
			return count, err
		}
	}
}

// receive returns the next frame, whose payload is valid until the next call. It returns EPIPE at the end of the connection.
func (c *connection) receive() (byte, []byte, error) {
	if err := c.fill(headerBytes); err != nil {
		return 0, nil, err
	}
	length := int(binary.BigEndian.Uint32(c.received[c.from+1:]))
	if length > maxDataBytes {
		return 0, nil, syscall.EPROTO
	}
	if err := c.fill(headerBytes + length); err != nil {
		return 0, nil, err
	}
	kind, payload := c.received[c.from], c.received[c.from+headerBytes:c.from+headerBytes+length]
	c.from += headerBytes + length
	return kind, payload, nil
}

func (c *connection) fill(count int) error {
	for c.to-c.from < count {
		if c.from == c.to {
			c.from, c.to = 0, 0
		} else if c.from+count > len(c.received) {
			c.to = copy(c.received, c.received[c.from:c.to])
			c.from = 0
		}
		got, err := read(c.socket, c.received[c.to:])
		if err != nil {
			return err
		} else if got == 0 {
			return syscall.EPIPE
		}
		c.to += got
	}
	return nil
}

// relay passes streams and signals on until the session ends, and returns the exit code.
func (c *connection) relay() int {
	go c.passSignals()
	go c.passInput()
	for {
		kind, payload, err := c.receive()
		if err != nil {
			c.finish()
			printError("the process that served this session has ended unexpectedly; the next start creates another")
			return 1
		}
		switch kind {
		case frameOutput:
			c.output.pass(payload)
		case frameErrorOutput:
			c.errors.pass(payload)
		case frameWindowUpdate:
			if len(payload) == 5 {
				c.addInputWindow(int(binary.BigEndian.Uint32(payload[1:])))
			}
		case frameExit:
			c.finish()
			return int(payload[0])
		}
	}
}

// finish waits until all output is written, or nobody reads it.
func (c *connection) finish() {
	c.output.finish()
	c.errors.finish()
}

func (c *connection) passSignals() {
	var forwarded []os.Signal
	for _, one := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		if !signal.Ignored(one) {
			forwarded = append(forwarded, one)
		}
	}
	if len(forwarded) == 0 {
		return
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, forwarded...)
	first := (<-signals).(syscall.Signal)
	if c.send(newFrame(frameSignal, byte(first))) == nil {
		time.Sleep(signalTime)
	}
	syscall.Exit(128 + int(first))
}

func (c *connection) passInput() {
	frame := make([]byte, headerBytes+maxDataBytes)
	for {
		free := c.awaitInputWindow()
		count, err := read(0, frame[headerBytes:headerBytes+min(free, maxDataBytes)])
		if err == syscall.EAGAIN {
			time.Sleep(time.Millisecond)
			continue
		}
		if err != nil || count <= 0 {
			_ = c.send(newFrame(frameInputEnd))
			return
		}
		c.addInputWindow(-count)
		putHeader(frame, frameInput, count)
		if c.send(frame[:headerBytes+count]) != nil {
			return
		}
	}
}

func (c *connection) awaitInputWindow() int {
	c.inputLock.Lock()
	defer c.inputLock.Unlock()
	for c.inputWindow <= 0 {
		c.inputWindowOpened.Wait()
	}
	return c.inputWindow
}

func (c *connection) addInputWindow(count int) {
	c.inputLock.Lock()
	c.inputWindow += count
	c.inputLock.Unlock()
	c.inputWindowOpened.Signal()
}

// stream is standard output or standard error. A write that waits for its reader does not block the connection.
type stream struct {
	connection *connection
	descriptor int
	kind       byte

	lock       sync.Mutex
	changed    *sync.Cond
	waiting    [][]byte
	isWriting  bool
	isStarted  bool
	isBroken   bool
	written    int64
	unreported int
}

func newStream(c *connection, descriptor int, kind byte) *stream {
	s := &stream{connection: c, descriptor: descriptor, kind: kind}
	s.changed = sync.NewCond(&s.lock)
	return s
}

// pass writes the bytes directly if the write cannot block; otherwise, another goroutine writes them.
func (s *stream) pass(bytes []byte) {
	s.lock.Lock()
	isFree := len(s.waiting) == 0 && !s.isWriting && !s.isBroken
	s.lock.Unlock()
	if isFree && len(bytes) <= maxDirectBytes && isWritable(s.descriptor) {
		s.onWritten(len(bytes), writeStream(s.descriptor, bytes))
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.isBroken {
		return
	}
	s.waiting = append(s.waiting, append([]byte(nil), bytes...))
	if !s.isStarted {
		s.isStarted = true
		go s.writeWaiting()
	}
	s.changed.Broadcast()
}

func (s *stream) writeWaiting() {
	for {
		s.lock.Lock()
		for len(s.waiting) == 0 {
			s.changed.Wait()
		}
		bytes := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.isWriting = true
		s.lock.Unlock()
		for from := 0; from < len(bytes); {
			count := min(len(bytes)-from, maxDirectBytes)
			err := writeStream(s.descriptor, bytes[from:from+count])
			s.onWritten(count, err)
			if err != nil {
				break
			}
			from += count
		}
		s.lock.Lock()
		s.isWriting = false
		s.changed.Broadcast()
		s.lock.Unlock()
	}
}

func (s *stream) onWritten(count int, err error) {
	s.lock.Lock()
	windowUpdate := 0
	isNewlyBroken := err != nil && !s.isBroken
	if err != nil {
		s.isBroken = true
		s.waiting = nil
	} else {
		s.written += int64(count)
		s.unreported += count
		if s.unreported >= windowUpdateBytes {
			windowUpdate, s.unreported = s.unreported, 0
		}
	}
	s.lock.Unlock()
	if isNewlyBroken {
		_ = s.connection.send(newFrame(frameBrokenPipe, s.kind))
	} else if windowUpdate > 0 {
		_ = s.connection.send(windowUpdateFrame(s.kind, windowUpdate))
	}
}

// finish waits until all output is written. It stops waiting when nothing was written for stalledTime.
func (s *stream) finish() {
	last, stalledSince := int64(-1), time.Now()
	for {
		s.lock.Lock()
		isDone := s.isBroken || len(s.waiting) == 0 && !s.isWriting
		written := s.written
		s.lock.Unlock()
		if isDone {
			return
		}
		if written != last {
			last, stalledSince = written, time.Now()
		} else if time.Since(stalledSince) > stalledTime {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
