//! Faults of a play beside a better one: positions in which a plain rule would blame the wrong thing.

use engine::explain::Explainer;
use rules::{Action, View};

/// A view, a play, a better one, the concept that is said against the first (`won` where it wins as surely), and why.
const CASES: &[[&str; 5]] = &[
    [
        "rules=classic me=second hand=33455779TTJQKAA2X calls=no,no,3 bottom=782 \
            plays=4QQQ,-,-,77,KK,-,-,66",
        "TT",
        "77",
        "splits-straight",
        "the straight is lost for no turn",
    ],
    [
        "rules=classic me=third hand=3446667JK22X calls=no,3 bottom=578 \
            plays=789TJ,TJQKA,-,-",
        "K",
        "7",
        "begins-high",
        "both cards belong to nothing",
    ],
    [
        "rules=classic me=first hand=355777JX calls=no,no,1 bottom=49J \
            plays=44,TT,-,KK,AA,-,-,6,A,-,-,8,A,-,D,-,-,T,Q,2,-,-,8,9,2,-,-,56789,-,9TJQK,-,-,66,JJ,QQ,-,-",
        "3777",
        "J",
        "won",
        "the play wins as well",
    ],
    [
        "rules=classic me=first hand=JX calls=no,no,1 bottom=49J \
            plays=44,TT,-,KK,AA,-,-,6,A,-,-,8,A,-,D,-,-,T,Q,2,-,-,8,9,2,-,-,56789,-,9TJQK,-,-,66,JJ,QQ,-,-,3777,-,-,55,-,-",
        "J",
        "X",
        "won",
        "the play wins as well: the joker beats any answer",
    ],
    [
        "rules=classic me=third hand=45667JJQQQKKA222X calls=3 bottom=559 \
            plays=5,T",
        "A",
        "K",
        "none",
        "the lower answer costs a turn",
    ],
    [
        "rules=classic me=third hand=45667JJQQQKK222 calls=3 bottom=559 \
            plays=5,T,A,2,-,X,8888,-,-,99TTJJ,-",
        "-",
        "JJQQKK",
        "lets-enemy-lead",
        "no seat is left to answer",
    ],
    [
        "rules=classic me=second hand=34555TTQQKAA calls=3 bottom=66X \
            plays=44,77,-,KK,22,-,-,9,J,K",
        "-",
        "A",
        "none",
        "the partner may still answer",
    ],
    [
        "rules=classic me=third hand=7999AA222 calls=3 bottom=34T \
            plays=444555TK,-,46JJJQQQ,-,-",
        "AA222",
        "7999",
        "none",
        "it wins unless a bomb is out",
    ],
    [
        "rules=classic me=third hand=33567778889TJQKKA calls=no,2,no bottom=TA2 \
            plays=445566,-,-,7",
        "-",
        "9",
        "none",
        "the partner may still answer",
    ],
    [
        "rules=classic me=third hand=33QA calls=no,2,no bottom=TA2 \
            plays=445566,-,-,7,-,J,Q,K,-,A,-,2,-,-,6,-,9,-,T,K,-,A,-,-,5222,-,XD,-,-,89TJQKA,-,-,9,-,T,-,-,56777888,-,-,J,-,-",
        "33",
        "Q",
        "misses-win",
        "the ace wins the lead back from any answer to the queen",
    ],
    [
        "rules=classic me=third hand=QA calls=no,2,no bottom=TA2 \
            plays=445566,-,-,7,-,J,Q,K,-,A,-,2,-,-,6,-,9,-,T,K,-,A,-,-,5222,-,XD,-,-,89TJQKA,-,-,9,-,T,-,-,56777888,-,-,J,-,-,33,-,-",
        "Q",
        "A",
        "won",
        "the play wins as well",
    ],
    [
        "rules=classic me=third hand=34455557889TQKKA2 calls=3 bottom=9JA \
            plays=22,-,-,JJQQQ,-,-,3666,6TTT,-,-,33777,-,88AAA,-",
        "5555",
        "-",
        "spends-bomb",
        "a bomb with many turns to come",
    ],
    [
        "rules=classic me=second hand=442 calls=3 bottom=9JA \
            plays=22,-,-,JJQQQ,-,-,3666,6TTT,-,-,33777,-,88AAA,-,5555,-,-,2,-,-,88,99,KK,-,-,D,-,-,JJ,-,-",
        "2",
        "44",
        "less-sure",
        "the odds tell them apart",
    ],
    [
        "rules=classic me=third hand=8KKK2 calls=3 bottom=4TA \
            plays=66,77,JJ,22,-,-,7,8,A,-,-,33,-,-,6789TJQ,-,-",
        "2",
        "8KKK",
        "small-stays",
        "one combo is left: there is no lead to win back",
    ],
    [
        "rules=classic me=third hand=8KK calls=3 bottom=4TA \
            plays=66,77,JJ,22,-,-,7,8,A,-,-,33,-,-,6789TJQ,-,-,2,4444,-,-,8,-,K,A,-,-,5,6",
        "-",
        "K",
        "leaves-partner-alone",
        "the landlord plays next",
    ],
    [
        "rules=classic me=third hand=4556678KK2 calls=3 bottom=QA2 \
            plays=777TT,-,33999,JJJQQ,-,-,Q,-,A,D,-,-,K,2,-,-,8,A,-,-",
        "45678",
        "7",
        "none",
        "the play saves two turns",
    ],
    [
        "rules=classic me=second hand=3355668TAX calls=3 bottom=QA2 \
            plays=777TT,-,33999,JJJQQ,-,-,Q,-,A,D,-,-,K,2,-,-,8,A,-,-,45678,-,9TJQK,-,-",
        "T",
        "3",
        "none",
        "the lower card would cost a turn",
    ],
    [
        "rules=classic me=second hand=445668899TTJQK2D calls=no,no,1 bottom=49J \
            plays=44,TT,-,KK,AA,-,-,6,A,-,-",
        "8",
        "J",
        "none",
        "a jack holds off little more",
    ],
    [
        "rules=classic me=second hand=335566889TTJQKAX calls=3 bottom=QA2 \
            plays=777TT,-,33999,JJJQQ,-,-,Q,-,A,D,-,-,K,2,-,-",
        "8",
        "T",
        "none",
        "both split a pair",
    ],
    [
        "rules=classic me=third hand=7999AA222 calls=3 bottom=34T \
            plays=444555TK,-,46JJJQQQ,-,-",
        "AA222",
        "A222",
        "none",
        "it wins unless a bomb is out",
    ],
    [
        "rules=classic me=third hand=3356777888JQA calls=no,2,no bottom=TA2 \
            plays=445566,-,-,7,-,J,Q,K,-,A,-,2,-,-,6,-,9,-,T,K,-,A,-,-,5222,-,XD,-,-,89TJQKA,-,-,9,-,T,-,-",
        "56777888",
        "5",
        "none",
        "it cannot lose the lead",
    ],
];

#[test]
fn a_play_is_blamed_for_what_sets_it_apart() {
    let mut explainer = Explainer::new();
    for [line, made, better, expected, why] in CASES {
        let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let action = |text: &str| Action::Play(view.rules().read_play(text, view.trick()).expect("a play"));
        let contrast = explainer.contrast(&view, action(made), action(better), None);
        let is_won = explainer.is_won(&view, action(made));
        let found = if is_won { "won" } else { contrast.made.code() };
        assert_eq!(found, *expected, "{made} beside {better}, {why}: {line}");
        assert!(!is_won || contrast.made.leading().is_none(), "a winning play is blamed: {line}");
    }
}
