// Package steps is how the programs of this module report: a line `ok NAME` for each step that held, and an end with
// the reason at the first that did not.
package steps

import (
	"fmt"
	"os"
	"time"
)

// Run does one step. A step that returns an error ends the program.
func Run(name string, step func() error) {
	if err := step(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
	fmt.Println("ok", name)
}

// Expect is an error unless the condition holds.
func Expect(holds bool, format string, values ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf(format, values...)
}

// Within waits until the channel delivers.
func Within[T any](events <-chan T, what string) (T, error) {
	select {
	case event, open := <-events:
		return event, Expect(open, "%s: the channel is closed", what)
	case <-time.After(20 * time.Second):
		var none T
		return none, fmt.Errorf("%s: nothing came in 20 seconds", what)
	}
}
