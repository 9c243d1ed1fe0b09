// Sentences of the exchange of cards and the end of a hand.

import { addWords } from '../words.js';

addWords({
  askGift: ['Pass three cards on to {name}', '给{name}三张牌：哪三张？'], giftSize: ['Three cards: {n} chosen', '要给三张，已选 {n} 张'],
  giveCards: ['Pass on', '给牌'], giftTo: ['three to {name}', '给{name}三张'], giftToMe: ['three to you', '给你三张'],
  saysGave: ['You gave {name} {cards}', '你给{name} {cards}'], saysGot: ['{name} gave you {cards}', '{name}给你 {cards}'],
  givenLeft: ['{name} holds {n} that you gave', '{name}手里有 {n} 张是你给的'],
  backToReview: ['Back to the review', '回到复盘'], playAgain: ['From there again', '从那里再打'],
  helped: ['Played with hints: this hand counts for no level', '用过提示或托管，这局不计入你的水平'],
  multiplier: ['stakes ×{n}', '{n} 倍'], bombs: ['bombs: {n}', '炸弹 {n} 个'], springWon: ['spring', '春天'], next: ['Next hand', '下一局'],
  swap: ['Swap seats', '换座再打'], same: ['Same deal', '同牌再打'], copyLink: ['Copy link', '复制链接'],
});
