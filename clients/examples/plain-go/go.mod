module thirdseat.dev/examples/plain

go 1.23
