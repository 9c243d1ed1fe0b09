// The page's sentences in English and Chinese. `{name}` in a sentence is replaced by a value.
/** @type {Record<string, [string, string]>} */
export const WORDS = {
  me: ['You', '你'], ming: ['Ming', '阿明'], lan: ['Lan', '小兰'],
  landlord: ['landlord', '地主'], peasant: ['peasant', '农民'], partner: ['partner', '队友'],
  bot: ['bot', '机器人'],
  listComma: [', ', '、'], colon: [': ', '：'], stop: ['. ', '。'],
  suit0: ['spades', '黑桃'], suit1: ['hearts', '红桃'], suit2: ['clubs', '梅花'], suit3: ['diamonds', '方块'],
  cardName: ['{rank} of {suit}', '{suit}{rank}'],
  smallJoker: ['small joker', '小王'], bigJoker: ['big joker', '大王'],
  smallShort: ['SJ', '小'], bigShort: ['BJ', '大'],
  smallJokerCard: ['small joker', '小王 JOKER'], bigJokerCard: ['big joker', '大王 JOKER'],
  handOf: ['hand, {n} cards', '手牌，{n} 张'],
  cardsLeft: ['{n} left', '剩 {n} 张'],
  wildCard: ['wild {card}', '癞子{card}'], wildRanks: ['Wild {ranks}', '癞子 {ranks}'], saysWild: ['Wild rank: {ranks}', '癞子是 {ranks}'],
  standsFor: ['as {reading}', '当 {reading}'],
  bottomCards: ['Bottom', '底牌'], bottomHidden: ['bottom cards, face down', '底牌未亮'],
  'kind-single': ['single', '单张'], 'kind-pair': ['pair', '对子'], 'kind-triple': ['triple', '三张'],
  'kind-triple-single': ['triple with single', '三带一'], 'kind-triple-pair': ['triple with pair', '三带二'],
  'kind-straight': ['straight', '顺子'], 'kind-pair-chain': ['pair chain', '连对'], 'kind-airplane': ['airplane', '飞机'],
  'kind-airplane-singles': ['airplane with singles', '飞机带单'], 'kind-airplane-pairs': ['airplane with pairs', '飞机带对'],
  'kind-four-singles': ['four with two singles', '四带二'], 'kind-four-pairs': ['four with two pairs', '四带两对'],
  'kind-shuttle': ['shuttle', '航天飞机'], 'kind-shuttle-singles': ['shuttle with singles', '航天飞机带单'],
  'kind-shuttle-pairs': ['shuttle with pairs', '航天飞机带对'], 'kind-bomb': ['bomb', '炸弹'], 'kind-rocket': ['rocket', '王炸'],
  tagline: ['Sit down with two companions', '三缺二？坐下就打'],
  'ruleset-classic': ['Classic', '经典'], 'ruleset-journey': ['Journey to the West', '西游记'], 'ruleset-shuttle': ['Shuttles', '航天飞机'],
  'ruleset-laizi': ['One wild rank', '癞子'], 'ruleset-laizi-tiandi': ['Two wild ranks', '天地癞子'],
  'ruleset-unshuffled': ['Cards kept in order', '不洗牌'],
  more: ['companions and rules', '换搭档和规则'], less: ['Done', '收起'], persona: ['{level}, {temperament}', '{level}（{temperament}）'],
  'temper-standard': ['even', '平稳'], 'temper-hasty': ['hasty', '急躁'],
  'temper-hesitant': ['hesitant', '犹豫'], 'temper-patient': ['patient', '耐心'],
  'level-beginner': ['Beginner', '新手'], 'level-casual': ['Casual', '休闲'], 'level-skilled': ['Skilled', '熟练'],
  'level-advanced': ['Advanced', '进阶'], 'level-expert': ['Expert', '大师'],
  goOnNow: ['Back to the table', '回到牌桌'],
  daily: ['Puzzle of the day', '每日残局'], dailyAbout: ['Both hands lie open. Find the line that wins for certain.', '双方明牌，找出必胜的走法。'],
  dailyDone: ['Solved. Come back tomorrow, or try for more stars.', '今天已破解。明天再来，或再拿更多星。'], dailyOpen: ['Solve it', '去解题'],
  guide: ['New to DouDizhu? The game in one minute', '没玩过斗地主？一分钟学会'],
  'guide-1': ['Three players, 54 cards: 17 each, and three at the bottom.', '三个人，一副牌 54 张：每人 17 张，留 3 张底牌。'],
  'guide-2': [
    'Who bids most is the landlord, takes the bottom, and plays first against the other two.',
    '叫分最高的人当地主，拿走底牌并先出牌；另外两人是农民，一起对抗地主。'],
  'guide-3': [
    'From low to high: 3 to 10, J, Q, K, A, 2, small joker, big joker. Suits do not count.',
    '大小从低到高：3 到 10、J、Q、K、A、2、小王、大王，不分花色。'],
  'guide-4': [
    'Lead a single, a pair, three (alone or with one or a pair), five or more in a row, three or more pairs in a row, or airplanes.',
    '可以出单张、对子、三张（可带一张或一对）、五张以上的顺子、三对以上的连对，还有飞机。'],
  'guide-5': [
    'The next players beat it with the same kind and higher cards, or pass. After two passes the last one leads anew.',
    '下家要用同样牌型、更大的牌来管，或者不出；连续两家不出，最后出牌的人重新领出。'],
  'guide-6': [
    'Four of a kind is a bomb and beats the rest; both jokers are the rocket. Each doubles the stake. An empty hand wins for its side.',
    '四张一样是炸弹，两张王是王炸，什么都能管，而且倍数翻倍。谁先出完，谁那一方就赢。'],
  deal: ['Deal the cards', '开始游戏'], goOn: ['Your last hand', '上一局'],
  lessons: ['What costs you most', '我的弱点'], bots: ['Watch three bots', '看三个机器人打'],
  lastHands: ['Last hands', '最近的牌局'], wonOf: ['won {won} of {of}', '{of} 局胜 {won}'], withBot: ['with {name}', '与 {name}'],
  forget: ['Forget all', '清空'], wasOpen: ['cards laid open', '看过牌'],
  ownLevel: [
    'Your level: {level} of 100 ({low} to {high}), from {n} hands played without hints',
    '你的水平：{level}（{low} 到 {high}，满分 100），按没用提示的 {n} 局算'],
  whyTitle: ['Why they played like that', '它们为什么这样打'],
  home: ['Back to the start', '返回首页'], wire: ['Calls', '接口'], wireHint: ['Show the calls of this page (W)', '查看本页的接口调用（W）'],
  settings: ['Settings', '设置'], close: ['Close', '关闭'],
  hint: ['Hint', '提示'], pass: ['Pass', '不出'], play: ['Play', '出牌'], auto: ['Auto', '托管'],
  autoHint: ['The page plays this hand for you (Alt+A)', '这局让页面替你打（Alt+A）'], autoOff: ['Play on myself', '取消托管'],
  autoOn: ['The page plays for you. Touch your cards to play on', '托管中，点一下手牌就接着自己打'],
  yourLead: ['Your lead', '轮到你出牌'], yourAnswer: ['Your turn: beat {what}', '轮到你出牌，要管{what}'],
  nothingBeats: ['Nothing in your hand beats it', '没有牌能管上'],
  noCombo: ['These cards make no combo', '所选的牌不成牌型'],
  doesNotBeat: ['{what} does not beat {standing}', '{what}管不上{standing}'],
  readAs: ['Play as', '作为'],
  moves: ['Your moves', '可选的操作'], titleMine: ['Your turn', '轮到你'], wentOut: ['{name} played the last card', '{name}出完了'],
  saysLandlord: ['{name}: landlord. Bottom: {cards}', '{name}是地主。底牌 {cards}'],
  waitFor: ['Waiting for {name}', '等待{name}'], dealing: ['Dealing', '正在发牌'],
  redealt: ['No one wants to be landlord: the cards are dealt again', '无人叫地主，重新发牌'],

  gives: ['gives {cards}', '给出 {cards}'], givesThree: ['gives three cards', '给出三张'],

  askScore: ['What do you bid?', '叫几分？'], askMore: ['Will you bid more?', '要叫得更高吗？'],
  askCall: ['Do you want to be landlord?', '要叫地主吗？'], askRob: ['Rob the landlord’s seat?', '要抢地主吗？'],
  askTake: ['Take the landlord’s seat?', '要取经吗？'], askDouble: ['Double your stake?', '要加倍吗？'],
  askShow: ['Lay your hand open for twice the stake?', '要明牌吗？倍数翻倍'],
  CALL_PASS_call: ['Pass', '不叫'], CALL_PASS_rob: ['Do not rob', '不抢'], CALL_PASS_take: ['Pass', '不取'],
  CALL_SCORE_1: ['1 point', '1 分'], CALL_SCORE_2: ['2 points', '2 分'], CALL_SCORE_3: ['3 points', '3 分'],
  CALL_CALL: ['Call landlord', '叫地主'], CALL_ROB: ['Rob', '抢地主'], CALL_TAKE: ['Take it', '取经'],
  DOUBLING_NONE: ['No double', '不加倍'], DOUBLING_DOUBLE: ['Double', '加倍'], DOUBLING_SUPER: ['Super double', '超级加倍'],
  show_true: ['Open hand', '明牌'], show_false: ['Keep closed', '不明牌'],
  EMOTE_HAPPY: ['Lovely!', '太好了！'], EMOTE_ANGRY: ['Oh, come on!', '气死我了！'], EMOTE_PRAISE: ['Well played!', '打得漂亮！'],
  EMOTE_SORRY: ['Sorry, my fault', '对不住，怪我'],
  EMOTE_HURRY: ['Any day now…', '快点吧，花儿都谢了'], urge: ['Urge {name}', '催{name}快点'], talk: ['Say something', '说句话'],
  history: ['Plays so far', '出牌记录'], historyNone: ['Nothing yet', '还没有出牌'], lastOne: ['one card!', '报单'], lastTwo: ['two cards!', '报双'],
  stakeBase: ['base {n}', '底分 {n}'], stakeRobs: ['robbed {n}', '抢 {n}'], stakeOpen: ['open {n}', '明牌 {n}'],
  stakeDoubled: ['doubled {n}', '加倍 {n}'], stakeBombs: ['bombs {n}', '炸 {n}'],
  saysPlay: ['{name}: {what}, {n} left', '{name}出{what}，剩 {n} 张'], saysPass: ['{name} passes', '{name}不出'],
  saysWord: ['{name}: {what}', '{name}：{what}'],
  combo: ['{kind} {cards}', '{kind} {cards}'],
  layOpen: ['Lay the companions’ cards open', '看机器人的牌'],
  landlordWins: ['The landlord wins', '地主获胜'], peasantsWin: ['The peasants win', '农民获胜'],
  youWin: ['You win', '你赢了'], youLose: ['You lose', '你输了'], total: ['Total', '总分'],

  review: ['Review', '复盘'],
  scoreOf: ['{n} stakes', '{n} 底分'],
  puzzle: ['Puzzles', '残局'], puzzlesAll: ['More puzzles', '更多残局'],
  stars: ['stars: {n}', '{n} 颗星'],
  watch: ['Watch a room', '旁观房间'], roomName: ['Room name', '房间名'],
  answer: ['Answer', '应答'], copied: ['Copied', '已复制'],
  counter: ['Card counter', '记牌器'],
  away: ['The service cannot be reached. The table waits for it.', '服务暂时无法连接，牌桌会等它回来。'],
  otherTab: ['Another tab plays this table. This one shows where it stood.', '这桌牌正在另一个标签页里打，这里停在当时的局面。'],
  stuck: ['The table waits', '牌桌停住了'],
  lateAct: ['The table had gone on: this came too late', '牌桌已经往下走，这一手没算上'],
  notAllowed: ['The rules do not allow this here', '按规则这里不能这样出'],
  busy: ['The service is busy. Try again in a moment', '服务正忙，请稍后再试'], noToken: ['The service asks for another token', '服务需要有效的令牌'],
  noRoom: ['There is no such room', '没有这个房间'], noRules: ['The service does not know these rules or companions', '服务不认识这种规则或搭档'],
  refused: ['The service refused this', '服务没有接受这一步'], retry: ['Try again', '重试'], broken: ['Something went wrong on this page', '页面出错了'],
  notFound: ['There is no such page', '没有这个页面'],
};
/** Adds sentences that are loaded later. @param {typeof WORDS} more */
export const addWords = (more) => { Object.assign(WORDS, more); };
let place = 0;
/** The current language: "en" or "zh". */
export const language = () => place ? 'zh' : 'en';
/** @param {string} name "en" or "zh" */
export function setLanguage(name) {
  place = name === 'zh' ? 1 : 0;
  if (typeof document !== 'undefined') document.documentElement.lang = name === 'zh' ? 'zh-CN' : 'en';
}
/** A sentence in the current language. @param {string} key @param {Record<string, any>} [values] */
export function t(key, values = {}) {
  const pair = WORDS[key];
  if (!pair) return key;
  return pair[place].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
/** @param {string} key */
export const hasWord = (key) => key in WORDS;
const ME_KEYS = ['me', 'firstChair'];
let mine = ME_KEYS[0];
/** Chooses the name of player 0: "you" in the person's own hand, otherwise the chair. @param {boolean} isOwnHand */
export const setOwnHand = (isOwnHand) => { mine = ME_KEYS[Number(!isOwnHand)]; };
export const isOwnHand = () => mine === ME_KEYS[0];
/** @param {number} player */
export const nameOf = (player) => t([mine, 'ming', 'lan'][player]);
