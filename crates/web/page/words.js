// Every sentence of the page, in English and in Chinese, side by side so that none is forgotten. `{name}` is filled in.
/** @type {Record<string, [string, string]>} */
export const WORDS = {
  // Names and seats
  me: ['You', '你'], ming: ['Ming', '阿明'], lan: ['Lan', '小兰'],
  landlord: ['landlord', '地主'], peasant: ['peasant', '农民'], partner: ['partner', '队友'],
  bot: ['bot', '机器人'],
  listComma: [', ', '、'], colon: [': ', '：'], stop: ['. ', '。'],
  // Cards
  suit0: ['spades', '黑桃'], suit1: ['hearts', '红桃'], suit2: ['clubs', '梅花'], suit3: ['diamonds', '方块'],
  cardName: ['{rank} of {suit}', '{suit}{rank}'],
  smallJoker: ['small joker', '小王'], bigJoker: ['big joker', '大王'],
  smallJokerFace: ['SMALL', '小王'], bigJokerFace: ['BIG', '大王'],
  yourHand: ['your hand, {n} cards', '你的手牌，{n} 张'], theirHand: ['hand, {n} cards', '手牌，{n} 张'],
  cardsLeft: ['{n} left', '剩 {n} 张'],
  wildCard: ['wild {card}', '癞子{card}'], wildRanks: ['Wild {ranks}', '癞子 {ranks}'], saysWild: ['Wild rank: {ranks}', '癞子是 {ranks}'], standsFor: ['as {reading}', '当 {reading}'],
  bottomCards: ['Bottom', '底牌'], bottomHidden: ['bottom cards, face down', '底牌未亮'],
  // Kinds of combos, by the names of the API
  'kind-single': ['single', '单张'], 'kind-pair': ['pair', '对子'], 'kind-triple': ['triple', '三张'],
  'kind-triple-single': ['triple with single', '三带一'], 'kind-triple-pair': ['triple with pair', '三带二'],
  'kind-straight': ['straight', '顺子'], 'kind-pair-chain': ['pair chain', '连对'], 'kind-airplane': ['airplane', '飞机'],
  'kind-airplane-singles': ['airplane with singles', '飞机带单'], 'kind-airplane-pairs': ['airplane with pairs', '飞机带对'],
  'kind-four-singles': ['four with two singles', '四带二'], 'kind-four-pairs': ['four with two pairs', '四带两对'],
  'kind-shuttle': ['shuttle', '航天飞机'], 'kind-shuttle-singles': ['shuttle with singles', '航天飞机带单'],
  'kind-shuttle-pairs': ['shuttle with pairs', '航天飞机带对'], 'kind-bomb': ['bomb', '炸弹'], 'kind-rocket': ['rocket', '火箭'],
  // Start
  tagline: ['Sit down with two companions', '和两个陪玩机器人打一局'],
  subline: ['DouDizhu, dealt in your browser. The companions are bots.', '斗地主，浏览器里发牌就打，同桌的是机器人。'],
  after: ['Plays after you', '你的下家'], before: ['Plays before you', '你的上家'],
  'ruleset-laizi': ['one wild rank', '癞子'], 'ruleset-laizi-tiandi': ['two wild ranks', '天地癞子'], 'ruleset-unshuffled': ['kept in order', '不洗牌'],
  ruleset: ['Ruleset', '规则'], auction: ['Auction', '叫牌'], more: ['More', '更多'], less: ['Less', '收起'],
  'auction-score': ['points 1–3', '叫分'], 'auction-call-rob': ['call and rob', '叫地主、抢地主'], 'auction-take-it': ['take it', '取经'],
  'doubling-none': ['none', '不加倍'], 'doubling-double': ['double', '加倍'], 'doubling-super': ['double, super double', '加倍、超级加倍'],
  doubling: ['Doubling', '加倍'], 'open-hand': ['Open hand', '明牌'], yes: ['yes', '可以'], no: ['no', '不可以'],
  'pass-on': ['Three cards passed on', '换三张'], 'gift-none': ['none', '不换'], 'gift-next': ['to who plays next', '给下家'], 'gift-previous': ['to who plays before', '给上家'],
  seed: ['Seed', '种子'], freshSeed: ['Another seed', '换一个种子'],
  role: ['I am', '我当'], 'role-auction': ['as the auction says', '由叫牌决定'], 'role-landlord': ['landlord', '地主'],
  'role-after': ['peasant after the landlord', '地主下家'], 'role-before': ['peasant before the landlord', '地主上家'],
  strength: ['Strength', '强度'], strengthOwn: ['the companion’s own', '机器人自己的'],
  pace: ['Pace', '节奏'], 'pace-1': ['like people', '像真人'], 'pace-0.25': ['quick', '快'], 'pace-0': ['at once', '不等待'],
  deal: ['Deal', '发牌'], goOn: ['Go on with the hand', '继续上一局'],
  lessons: ['What costs you most', '亏在哪里'], bots: ['Watch three bots', '看三个机器人打'],
  written: ['In requests', '请求里写作'],
  lastHands: ['Last hands', '最近的牌局'], wonOf: ['won {won} of {of}', '{of} 局胜 {won}'], withBot: ['with {name}', '与 {name}'], forget: ['Forget all', '清空'], wasOpen: ['cards laid open', '看过牌'],
  // Table
  whyTitle: ['Why they played so', '它们为什么这样打'],
  home: ['Back to the start', '返回首页'], wire: ['Calls', '接口'], wireHint: ['Show the calls of this page (W)', '查看本页的接口调用（W）'],
  settings: ['Settings', '设置'], close: ['Close', '关闭'],
  handSeed: ['seed {seed}', '种子 {seed}'],
  thinking: ['is thinking', '正在思考'], passes: ['Pass', '不出'],
  hint: ['Hint', '提示'], pass: ['Pass', '不出'], play: ['Play', '出牌'], auto: ['Auto', '托管'], autoHint: ['The page plays for you (Alt+A)', '让页面替你出牌（Alt+A）'], autoOn: ['Auto is on: the page plays for you', '托管中，页面替你出牌'], autoOff: ['Stop auto', '取消托管'],
  yourLead: ['Your lead', '轮到你出牌'], yourAnswer: ['Your turn: beat {what}', '轮到你：管上{what}'],
  nothingBeats: ['Nothing in your hand beats it', '没有牌能管上'],
  noCombo: ['These cards are no combo', '所选的牌不成牌型'],
  doesNotBeat: ['{what} does not beat {standing}', '{what}管不上{standing}'],
  readAs: ['Play as', '作为'],
  moves: ['Your moves', '可选的操作'], titleMine: ['Your turn', '轮到你'], wentOut: ['{name} played the last card', '{name}出完了'],
  saysLandlord: ['{name}: landlord. Bottom: {cards}', '{name}是地主。底牌 {cards}'],
  waitFor: ['Waiting for {name}', '等待{name}'], dealing: ['Dealing', '正在发牌'],
  redealt: ['No one wants to be landlord: the cards are dealt again', '无人叫地主，重新发牌'],
  askGift: ['Pass three cards on to {name}', '给{name}三张牌：哪三张？'], giftSize: ['Three cards: {n} chosen', '要给三张，已选 {n} 张'], giveCards: ['Pass on', '给牌'],
  gives: ['gives {cards}', '给出 {cards}'], givesThree: ['gives three cards', '给出三张'], giftTo: ['three to {name}', '给{name}三张'], giftToMe: ['three to you', '给你三张'],
  saysGave: ['You gave {name} {cards}', '你给{name} {cards}'], saysGot: ['{name} gave you {cards}', '{name}给你 {cards}'], givenLeft: ['{name} holds {n} that you gave', '{name}手里有 {n} 张是你给的'],
  askCall: ['Do you want to be landlord?', '要当地主吗？'], askDouble: ['Double your stake?', '要加倍吗？'], askShow: ['Lay your hand open for twice the stake?', '要明牌吗？倍数翻倍'],
  CALL_PASS: ['No', '不叫'], CALL_PASS_ROB: ['Do not rob', '不抢'], CALL_SCORE_1: ['1 point', '1 分'], CALL_SCORE_2: ['2 points', '2 分'], CALL_SCORE_3: ['3 points', '3 分'],
  CALL_CALL: ['Call landlord', '叫地主'], CALL_ROB: ['Rob', '抢地主'], CALL_TAKE: ['Take it', '取经'],
  DOUBLING_NONE: ['No double', '不加倍'], DOUBLING_DOUBLE: ['Double', '加倍'], DOUBLING_SUPER: ['Super double', '超级加倍'],
  show_true: ['Open hand', '明牌'], show_false: ['Keep closed', '不明牌'],
  EMOTE_HAPPY: ['pleased', '开心'], EMOTE_ANGRY: ['cross', '生气'], EMOTE_PRAISE: ['well done!', '打得好！'], EMOTE_SORRY: ['sorry', '抱歉'],
  // What happens, as sentences
  saysPlay: ['{name}: {what}, {n} left', '{name}出{what}，剩 {n} 张'], saysPass: ['{name} passes', '{name}不出'], saysWord: ['{name}: {what}', '{name}：{what}'],
  combo: ['{kind} {cards}', '{kind} {cards}'],
  layOpen: ['Lay the companions’ cards open', '看机器人的牌'], quickAnswer: ['quick answer: the service is busy', '服务繁忙，快速作答'],
  timeLeft: ['{n} s left', '剩 {n} 秒'],
  // End
  landlordWins: ['The landlord wins', '地主获胜'], peasantsWin: ['The peasants win', '农民获胜'],
  youWin: ['You win', '你赢了'], youLose: ['You lose', '你输了'], total: ['Total', '总分'], springWon: ['spring', '春天'], bombs: ['bombs: {n}', '炸弹 {n} 个'], multiplier: ['stakes ×{n}', '{n} 倍'], next: ['Next hand', '下一局'], swap: ['Swap seats', '换座再打'], same: ['Same deal', '同牌再打'],
  copyLink: ['Copy link', '复制链接'], review: ['Review', '复盘'],
  scoreOf: ['{n} stakes', '{n} 底分'],
  // Puzzles
  puzzle: ['Puzzles', '残局'], puzzleTask: ['You are the landlord and lead. Find the win.', '你是地主，先出，找到必胜的出法。'], puzzleBusy: ['One moment', '请稍候'],
  'grade-beginner': ['beginner', '入门'], 'grade-easy': ['easy', '简单'], 'grade-medium': ['medium', '中等'], 'grade-hard': ['hard', '困难'], 'grade-master': ['master', '大师'],
  solved: ['Solved', '破解成功'], winGone: ['That lets the win go: this is how the peasant wins', '这一手丢了胜机：农民这样取胜'],
  goBack: ['Back to where the win was', '回到还能赢的地方'], tookBack: ['takes back', '悔牌'], nextPuzzle: ['Next puzzle', '下一题'], stars: ['{n} stars', '{n} 颗星'],
  hintCount: ['{n} of {of} first plays win', '{of} 种首出里有 {n} 种能赢'], hintKind: ['Lead a {kind}', '先出{kind}'], hintPlay: ['Lead {what}', '先出{what}'],
  // Watch
  watching: ['Watching', '旁观'], watch: ['Watch a room', '旁观房间'], roomName: ['Room, or empty for all', '房间名，留空列出全部'], connecting: ['Connecting', '正在连接'], roomClosed: ['The room is closed.', '房间已关闭。'],
  'closed-ROOM_END_EXPIRED': ['No one used it for a while.', '长时间无人使用。'], 'closed-ROOM_END_EVICTED': ['Newer rooms took its place.', '已被新房间取代。'],
  chair: ['Chair {n}', '{n} 号座'],
  rooms: ['Rooms', '房间列表'], noRooms: ['There is no room now.', '现在没有房间。'], roomAbout: ['{ruleset} · hand {hand} · bots: {bots} · idle for {idle} s', '{ruleset} · 第 {hand} 局 · 机器人 {bots} 个 · 空闲 {idle} 秒'], withOpenCards: ['with open cards', '看全部牌'],
  // Wire drawer
  noCalls: ['No calls yet', '还没有调用'],
  request: ['Request', '请求'], answer: ['Answer', '应答'], copyAs: ['Copy as', '复制为'], copied: ['Copied', '已复制'], selectText: ['Select and copy', '请选中后复制'],
  wireAbout: ['This page talks to the service over the public API alone. Each call runs anywhere.', '本页只用公开接口与服务通信，每个调用都能单独运行。'],
  // Settings
  fourColours: ['Four colours', '四色花色'], counter: ['Card counter', '记牌器'], letters: ['Single-letter keys', '单字母快捷键'], sound: ['Sounds', '声音'],
  timer: ['Time for a turn', '每手限时'], timerNone: ['none', '不限时'], timerSeconds: ['{n} s, then the page plays', '{n} 秒，超时托管'],
  keys: ['Keys', '快捷键'],
  typeHere: ['Type a play, as 55 or 444+3', '输入要出的牌，如 55 或 444+3'],
  notHeld: ['You lack {cards}', '你没有 {cards}'], notUnderstood: ['“{text}” is no play', '“{text}”不是牌'],
  keysList: ['3…9, 0 or T, J Q K A 2 X D: lift a card · Enter: play · P: pass · H: hint · Esc: drop · /: type a play · W: calls · Alt+A: auto · ?: keys', '3…9、0 或 T、J Q K A 2 X D：选牌 · 回车：出牌 · P：不出 · H：提示 · Esc：取消 · /：输入出牌 · W：接口 · Alt+A：托管 · ?：快捷键'],
  // When things go wrong
  away: ['The service is away. The table waits for it.', '服务暂时无法连接，牌桌会等它回来。'],
  otherTab: ['Another tab plays this table. This one shows where it stood.', '另一个标签页正在使用这张牌桌，此处只显示当时的局面。'],
  refused: ['The service refused this', '服务拒绝了请求'], retry: ['Try again', '重试'], broken: ['Something went wrong on this page', '页面出错了'],
  tokenWanted: ['The service asks for a token', '服务需要令牌'], token: ['Token', '令牌'], send: ['Send', '提交'],
  notFound: ['There is no such page', '没有这个页面'],
};
/** Adds the sentences of a screen that is loaded later. @param {typeof WORDS} more */
export const teach = (more) => { Object.assign(WORDS, more); };
let place = 0;
/** The language now: "en" or "zh". */
export const language = () => place ? 'zh' : 'en';
/** @param {string} name "en" or "zh" */
export function speak(name) {
  place = name === 'zh' ? 1 : 0;
  if (typeof document !== 'undefined') document.documentElement.lang = name === 'zh' ? 'zh-CN' : 'en';
}
/** A sentence. @param {string} key @param {Record<string, any>} [values] */
export function t(key, values = {}) {
  const pair = WORDS[key];
  if (!pair) return key;
  return pair[place].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
/** Whether there is a sentence. @param {string} key */
export const has = (key) => key in WORDS;
/** The name of a player. @param {number} player */
export const nameOf = (player) => t(['me', 'ming', 'lan'][player]);
