//! `thirdseat-load` as a script sees it.

use std::process::Command;

#[test]
fn bad_arguments_are_named() {
    for (args, sentence) in [
        (&["budget", "--address", "127.0.0.1:1"][..], "no server at 127.0.0.1:1"),
        (&["budget", "--capacity", "0"], "invalid value '0' for '--capacity <CAPACITY>': it may be 0.1 to 200000"),
        (&["fleet", "--tables", "many"], "invalid value 'many' for '--tables <TABLES>': it is not a number"),
    ] {
        let program = env!("CARGO_BIN_EXE_thirdseat-load");
        let output = Command::new(program).args(args).output().expect("the binary was built for this test");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}
