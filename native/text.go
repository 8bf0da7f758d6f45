package main

// hash is FNV-1a with 64 bits. It distinguishes texts, but is not secure.
type hash uint64

func newHash() *hash {
	start := hash(14695981039346656037)
	return &start
}

// add adds a text and a byte that marks its end.
func (h *hash) add(text string) {
	for i := 0; i < len(text); i++ {
		*h = (*h ^ hash(text[i])) * 1099511628211
	}
	*h = (*h ^ 0xff) * 1099511628211
}

func (h *hash) text() string {
	return digits(uint64(*h), 16)
}

func decimal(number int64) string {
	if number < 0 {
		return "-" + digits(uint64(-number), 10)
	}
	return digits(uint64(number), 10)
}

func octal(number int) string {
	return digits(uint64(number), 8)
}

func digits(number, base uint64) string {
	var text [64]byte
	at := len(text)
	for {
		at--
		text[at] = "0123456789abcdef"[number%base]
		number /= base
		if number == 0 {
			return string(text[at:])
		}
	}
}
