package main

import "encoding/binary"

const protocol = "1"

// Types of frames; the class Frame of the daemon describes them.
const (
	frameSessionRequest = 'H'
	frameStart          = 'G'
	frameInput          = 'I'
	frameInputEnd       = 'Z'
	frameSignal         = 'S'
	frameBrokenPipe     = 'B'
	frameWindowUpdate   = 'A'
	frameAccepted       = 'Y'
	frameDeclined       = 'N'
	frameOutput         = 'O'
	frameErrorOutput    = 'E'
	frameExit           = 'X'
)

const (
	headerBytes       = 5
	maxDataBytes      = 1 << 15
	windowBytes       = 1 << 18
	windowUpdateBytes = windowBytes / 4
)

// putHeader writes the type and the length of the payload.
func putHeader(frame []byte, kind byte, length int) {
	frame[0] = kind
	binary.BigEndian.PutUint32(frame[1:], uint32(length))
}

func newFrame(kind byte, payload ...byte) []byte {
	frame := make([]byte, headerBytes+len(payload))
	putHeader(frame, kind, len(payload))
	copy(frame[headerBytes:], payload)
	return frame
}

func windowUpdateFrame(stream byte, count int) []byte {
	return newFrame(frameWindowUpdate, binary.BigEndian.AppendUint32([]byte{stream}, uint32(count))...)
}

// sessionRequestFrame returns the request for a session. Each field follows its length, which has four bytes.
func sessionRequestFrame(fixed, arguments, environment []string) []byte {
	frame := make([]byte, headerBytes, 1<<14)
	fields := append(append([]string{}, fixed...), decimal(int64(len(arguments))))
	for _, list := range [][]string{fields, arguments, environment} {
		for _, field := range list {
			frame = binary.BigEndian.AppendUint32(frame, uint32(len(field)))
			frame = append(frame, field...)
		}
	}
	putHeader(frame, frameSessionRequest, len(frame)-headerBytes)
	return frame
}
