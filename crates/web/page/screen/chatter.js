// Lines of companions by temperament and occasion, in English and Chinese. Loaded with the panels beside the hand.

/** @typedef {Record<string, [string, string][]>} Lines */

/** @type {Record<string, Lines>} */
export const CHATTER = {
  standard: {
    urges: [['Your turn.', '该你出牌了。'], ['Any day now…', '快点吧，花儿都谢了。']],
    urged: [['Right away.', '好，马上。'], ['Here it comes.', '来了来了。']],
    bomb: [['Bomb!', '炸！'], ['This one is a bomb.', '给你来个炸弹。']],
    wins: [['We got there.', '拿下！'], ['That went well.', '这把打得顺。']],
    loses: [['Well, next one.', '输了，再来一局。'], ['So close.', '就差一点。']],
    EMOTE_HAPPY: [['Lovely!', '太好了！'], ['Just what I wanted.', '正合我意。']],
    EMOTE_PRAISE: [['Well played!', '打得漂亮！'], ['Nice one!', '好牌！']],
    EMOTE_ANGRY: [['Oh, come on!', '气死我了！'], ['Not that one…', '偏偏是这手……']],
    EMOTE_SORRY: [['Sorry, my fault.', '对不住，怪我。'], ['I got that wrong.', '这手我打错了。']],
  },
  hasty: {
    urges: [['Come on, play!', '快出啊，等什么呢！'], ['We haven’t got all night!', '磨蹭什么，天都亮了！']],
    urged: [['All right, all right!', '来了来了，别催！'], ['Don’t push me!', '催什么催，这就出！']],
    bomb: [['Boom!', '炸他！'], ['Take that!', '吃我一炸！']],
    wins: [['Ha! Again!', '痛快！再来！'], ['Told you so!', '我就说能赢吧！']],
    loses: [['Unbelievable!', '这都能输？！'], ['What a rotten hand!', '这牌没法打！']],
    EMOTE_HAPPY: [['Yes!', '爽！'], ['That’s how!', '就是要这样！']],
    EMOTE_PRAISE: [['Great stuff!', '干得漂亮！'], ['That’s my partner!', '牛啊！']],
    EMOTE_ANGRY: [['Are you serious?', '搞什么啊！'], ['I can’t believe it!', '气死我了！']],
    EMOTE_SORRY: [['My fault, too fast!', '怪我怪我，出快了！'], ['Oops!', '哎呀，手滑了！']],
  },
  patient: {
    urges: [['Your turn, no rush.', '该你了，慢慢想。'], ['My tea is getting cold.', '我这茶都凉了。']],
    urged: [['One moment.', '稍等，马上。'], ['Let me think it through.', '容我再想想。']],
    bomb: [['Pardon me.', '得罪了。'], ['Now is the time.', '是时候了，炸。']],
    wins: [['Good game.', '承让，承让。'], ['Steady does it.', '稳扎稳打。']],
    loses: [['Well played, you.', '打得好，服了。'], ['We’ll get the next one.', '不急，下局再来。']],
    EMOTE_HAPPY: [['Not bad.', '不错，不错。'], ['All according to plan.', '意料之中。']],
    EMOTE_PRAISE: [['A fine play.', '这手打得妙。'], ['Well thought out.', '想得周到。']],
    EMOTE_ANGRY: [['That is a pity.', '哎，可惜了。'], ['Hard to take.', '这就难办了。']],
    EMOTE_SORRY: [['I miscounted.', '是我算漏了。'], ['I let you down.', '抱歉，拖累你了。']],
  },
  hesitant: {
    urges: [['Um… is it you now?', '那个……该你了吧？'], ['It’s your turn, I think?', '好像轮到你了……']],
    urged: [['Wait, let me see…', '别催，我再看看……'], ['Nearly, nearly…', '马上马上，我想想……']],
    bomb: [['A bomb… I hope that’s right?', '炸……应该没错吧？'], ['Here goes!', '那我可炸了啊！']],
    wins: [['Oh! Did we win?', '咦，真赢了？'], ['Phew.', '还好还好。']],
    loses: [['I was afraid of that.', '唉，就怕这样。'], ['I should have kept that card.', '早知道就留着那张了。']],
    EMOTE_HAPPY: [['Oh, good!', '太好了……吧？'], ['What a relief.', '松了口气。']],
    EMOTE_PRAISE: [['Wow, like that!', '哇，还能这样！'], ['You’re good.', '厉害厉害！']],
    EMOTE_ANGRY: [['How could that happen…', '怎么会这样……'], ['Oh no…', '完了完了……']],
    EMOTE_SORRY: [['Sorry, I didn’t see it.', '对不起，我没看清。'], ['I waited too long.', '都怪我太犹豫了。']],
  },
};
