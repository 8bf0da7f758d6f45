module dev.plimsoll/native

go 1.24
