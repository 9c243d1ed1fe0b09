//! Faults of a play beside a better one: positions in which a plain rule would blame the wrong thing.

use engine::explain::Explainer;
use rules::{Action, View};

/// A view, a play, a better one, the concept that blames the first (`won` if it wins as surely), and why.
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
        "loose-stays-behind",
        "the seven belongs to nothing",
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
        "won",
        "it wins unless a bomb is out",
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
        "rules=classic me=third hand=34455557889TQKKA2 calls=3 bottom=9JA \
            plays=22,-,-,JJQQQ,-,-,3666,6TTT,-,-,33777,-,88AAA,-",
        "5555",
        "-",
        "spends-bomb",
        "a bomb with many turns to come",
    ],
    [
        "rules=classic me=third hand=8KKK2 calls=3 bottom=4TA \
            plays=66,77,JJ,22,-,-,7,8,A,-,-,33,-,-,6789TJQ,-,-",
        "2",
        "8KKK",
        "none",
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
        "rules=classic me=third hand=3356777888JQA calls=no,2,no bottom=TA2 \
            plays=445566,-,-,7,-,J,Q,K,-,A,-,2,-,-,6,-,9,-,T,K,-,A,-,-,5222,-,XD,-,-,89TJQKA,-,-,9,-,T,-,-",
        "56777888",
        "5",
        "none",
        "it cannot lose the lead",
    ],
    [
        "rules=classic me=third hand=3333456666779JJKA calls=3 bottom=7JJ \
            plays=789TJ,-,-,789TJQKA,-,-,5,K,-,-,55",
        "77",
        "6666",
        "none",
        "the better play goes over the partner too",
    ],
    [
        "rules=classic me=first hand=388TTQD calls=no,no,3 bottom=7AA \
            plays=33445566,-,-,88,JJ,-,AA,-,-,J,Q,-,-,77,TT,22,-,-,9,2,-,-,55,66,KK,-,-,Q,A,-,-,4,X,-",
        "-",
        "D",
        "none",
        "the partner keeps the lead: the landlord has passed",
    ],
    [
        "rules=classic me=first hand=999TTTTJKKX calls=3 bottom=9TT \
            plays=345678,456789,-,-,6,7,8,J,-,Q,A,-,2,-,D,-,-,334455,-,-,KK,-,-,7",
        "TTTT",
        "J",
        "won",
        "the joker wins the lead back from any answer to the jack, and 999KK goes last",
    ],
    [
        "rules=classic me=third hand=33JAA222XD calls=no,no,3 bottom=JJA \
            plays=5,J,-,-,56789,-,789TJ,-,-,9,T,J,A,-,-,4,5,9,K,-,A,-,-,345678,-,-,66,-,TT,QQ,-,-,3",
        "2",
        "XD",
        "won",
        "the rocket wins the lead back from any answer to the jack",
    ],
    [
        "rules=classic me=second hand=33557999TTTJKKAXD calls=3 bottom=67K \
            plays=44556677,-,-,39JJJQQQ,-,8888,-,-,7,A,-,2,-,-,K,A",
        "X",
        "XD",
        "none",
        "the better play spends both jokers",
    ],
    [
        "rules=classic me=first hand=444556788899TKA22 calls=2,no,no bottom=TKA \
            plays=Q,-,2,X,D,-,-,6,T,A,-,2,-,-,9TJQKA,-,-,3334",
        "444T",
        "4447",
        "none",
        "the seven belongs to a straight",
    ],
    [
        "rules=classic me=third hand=33357777TTQQ calls=no,no,1 bottom=3A2 \
            plays=8,T,A,2,-,D,-,-,55,KK,22,-,-,44666,-,-,8,J,A,X,-,-,9,T,K,-,A,2,-,-,6,-,K,-,-,44,-,-,88,-,-,3999",
        "7777",
        "-",
        "none",
        "the bomb keeps a peasant with one card from the lead",
    ],
    [
        "rules=classic me=first hand=5QX calls=no,no,3 bottom=46J \
            plays=5,8,T,K,-,-,4,6,9,K,A,-,-,44TTT,-,33AAA,-,-,9,J,-,D,7777,-,-,9,K,2,-,-,66,-,-,JJ,-,22,-,-,88,QQ,-,-,8",
        "X",
        "Q",
        "none",
        "no card is too high against the last card of the landlord",
    ],
    [
        "rules=classic me=second hand=35777899TJQQA calls=no,no,1 bottom=36A \
            plays=4,A,-,-,4888,-,3KKK,-,-,Q,2,-,-,2,-,D,-,-,7,9,J,-,-,44,55,-,-,J,X,-,6666,-,-,2,-,-,9,K,-,A,-,2,-,-",
        "A",
        "8",
        "none",
        "the landlord has two cards: a winner is not led too early",
    ],
    [
        "rules=classic me=third hand=3447 calls=1,3 bottom=4JQ \
            plays=34567,9TJQK,-,-,QQ,-,-,2,-,-,6,T,A,-,2,-,-,56789,-,-,7,K,A,-,-,9,A,-,-,33,88,TT,-,-",
        "44",
        "3",
        "loose-stays-behind",
        "the three belongs to nothing",
    ],
    [
        "rules=classic me=first hand=44668TJJQKKA calls=no,1,no bottom=682 \
            plays=66888999TT,-,-,3334,-,5557,K222,XD,-,-,5,7,Q,K",
        "A",
        "-",
        "splits-straight",
        "the straight is lost for a combo of the partner",
    ],
    [
        "rules=classic me=third hand=46677899JJJQQAA22 calls=2,no,no bottom=55K \
            plays=3456789,-,-,KK,AA,-,-,34567,-,-,2,-,-,3",
        "4",
        "-",
        "covers-partner",
        "a four stops no landlord",
    ],
    [
        "rules=classic me=first hand=8JJ calls=no,no,3 bottom=472 \
            plays=44QQQ,-,-,K,A,-,-,KK,-,-,3456789T,-,-,A,-,-,5,K,2,-,D,-,-,33TTT,-,-,9,2,-,-,8,9,J,A,-,2,-,-,5,-",
        "8",
        "-",
        "covers-partner",
        "the landlord has passed already",
    ],
    [
        "rules=classic me=third hand=3367TJQA22D calls=1,no,no bottom=37X \
            plays=9,T,-,J,2,-,X,-,-,4447,-,-,35KKKAAA,-,-,88,99,-,-,345678,56789T,-,-",
        "33",
        "Q",
        "leads-low",
        "low cards let the landlord, who plays next, get rid of his own",
    ],
];

#[test]
fn a_play_is_blamed_for_what_sets_it_apart() {
    let mut explainer = Explainer::new();
    let mut wrong = Vec::new();
    for [line, made, better, expected, why] in CASES {
        let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let action = |text: &str| Action::Play(view.rules().read_play(text, view.trick()).expect("a play"));
        let contrast = explainer.contrast(&view, action(made), action(better), None);
        let is_won = explainer.win(&view, action(made)).is_some();
        let found = if is_won { "won" } else { contrast.made.code() };
        if found != *expected {
            wrong.push(format!("{found} for {expected}: {made} beside {better}, {why}: {line}"));
        }
        assert!(!is_won || contrast.made.leading().is_none(), "a winning play is blamed: {line}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
