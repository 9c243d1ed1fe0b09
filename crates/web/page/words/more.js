// Sentences of puzzles, watched rooms, the list of calls and the settings: added when the first of these is loaded.

import { addWords } from '../words.js';

addWords({
  puzzleTask: ['You are the landlord and lead. Find the win.', '你是地主，先出，找到必胜的出法。'], puzzleBusy: ['One moment', '请稍候'],
  ideaLine: ['The line that wins', '必胜的走法'], ideaTry: ['{what} loses: {line}', '先出{what}不行：{line}'],
  'grade-beginner': ['beginner', '入门'], 'grade-easy': ['easy', '简单'], 'grade-medium': ['medium', '中等'], 'grade-hard': ['hard', '困难'],
  'grade-master': ['master', '大师'], solved: ['Solved', '破解成功'],
  winGone: ['That gives the win away: this is how the peasant wins', '这一手丢了胜机：农民这样取胜'],
  goBack: ['Back to the win', '回到还能赢的地方'],
  tookBack: ['takes back', '悔牌'], nextPuzzle: ['Next puzzle', '下一题'], hintCount: ['{n} of {of} first plays win', '{of} 种首出里有 {n} 种能赢'],
  hintKind: ['Kind to lead: {kind}', '先出{kind}'], hintPlay: ['Lead this: {what}', '先出{what}'],
  watching: ['Watching', '旁观'], connecting: ['Connecting', '正在连接'], roomClosed: ['The room is closed.', '房间已关闭。'],
  'closed-ROOM_END_EXPIRED': ['No one used it for a while.', '长时间无人使用。'],
  'closed-ROOM_END_EVICTED': ['Newer rooms took its place.', '已被新房间取代。'], chair: ['Chair {n}', '{n} 号座'],

  noCalls: ['No calls yet', '还没有调用'], request: ['Request', '请求'], copyAs: ['Copy', '复制命令'], selectText: ['Select and copy', '请选中后复制'],
  wireAbout: ['This page uses the public API alone. Each call can be run anywhere.', '本页只用公开接口与服务通信，每个调用都能单独运行。'],
  fourColours: ['Four colours', '四色花色'], letters: ['Single-letter keys', '单字母快捷键'], sound: ['Sounds', '声音'],
  keys: ['Keys', '快捷键'],
  keysList: [
    '3…9, 0 or T, J Q K A 2 X D: lift · Enter: play · P: pass · H: hint · Esc: drop · 1 2 3: bid, answer',
    '3…9、0 或 T、J Q K A 2 X D：选牌 · 回车：出牌 · P：不出、不叫 · H：提示 · Esc：取消 · 1 2 3：叫分、选择'],
  keysMore: [
    'N: next hand · R: review · W: calls · Alt+A: auto · ?: keys',
    'N：下一局 · R：复盘 · W：接口 · Alt+A：托管 · ?：快捷键'],
  tokenWanted: ['The service asks for a token', '服务需要令牌'], token: ['Token', '令牌'], send: ['Send', '提交'],
});
