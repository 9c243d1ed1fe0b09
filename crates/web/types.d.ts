// The messages of proto/thirdseat/v1 as JSON has them. Written by tools/generate.sh.
// A field that is not optional is left out if it is zero, false or empty; numbers of 64 bits are texts in answers.

export type CardCodec =
  | 'CARD_CODEC_UNSPECIFIED'
  | 'CARD_CODEC_RANK_TEXT'
  | 'CARD_CODEC_RANKS_FROM_0'
  | 'CARD_CODEC_SUITS_ACE_FROM_0'
  | 'CARD_CODEC_SUITS_KING_FROM_1'
  | 'CARD_CODEC_SUITS_ACE_FROM_1'
  | 'CARD_CODEC_DOUZERO'
  | 'CARD_CODEC_COUNTS_15'
  | 'CARD_CODEC_OWN';

export interface Cards {
  ids?: number[];
  text?: string;
}

export interface Combo {
  cards?: Cards;
  kind?: string;
  key?: string;
  length?: number;
  standsFor?: string;
}

export interface LegalPlays {
  plays?: Combo[];
  mayPass?: boolean;
}

export type Chair =
  | 'CHAIR_UNSPECIFIED'
  | 'CHAIR_FIRST'
  | 'CHAIR_SECOND'
  | 'CHAIR_THIRD';

export type Side =
  | 'SIDE_UNSPECIFIED'
  | 'SIDE_LANDLORD'
  | 'SIDE_PEASANTS';

export type Call =
  | 'CALL_UNSPECIFIED'
  | 'CALL_PASS'
  | 'CALL_SCORE_1'
  | 'CALL_SCORE_2'
  | 'CALL_SCORE_3'
  | 'CALL_CALL'
  | 'CALL_ROB'
  | 'CALL_TAKE';

export type AuctionForm =
  | 'AUCTION_FORM_UNSPECIFIED'
  | 'AUCTION_FORM_POINTS'
  | 'AUCTION_FORM_CALL_ROB'
  | 'AUCTION_FORM_TAKE_IT'
  | 'AUCTION_FORM_ROUNDS'
  | 'AUCTION_FORM_FIRST_POINTS';

export type PassOn =
  | 'PASS_ON_UNSPECIFIED'
  | 'PASS_ON_NEXT'
  | 'PASS_ON_PREVIOUS';

export type Doubling =
  | 'DOUBLING_UNSPECIFIED'
  | 'DOUBLING_NONE'
  | 'DOUBLING_DOUBLE'
  | 'DOUBLING_SUPER';

export type Stage =
  | 'STAGE_UNSPECIFIED'
  | 'STAGE_AUCTION'
  | 'STAGE_BOTTOM'
  | 'STAGE_DOUBLING'
  | 'STAGE_SHOWING'
  | 'STAGE_PLAY'
  | 'STAGE_OVER'
  | 'STAGE_REDEAL'
  | 'STAGE_WILD'
  | 'STAGE_PASS_ON';

export interface RulesetPoint {
  name?: string;
  value?: string;
  values?: string[];
  about?: string;
}

export interface Ruleset {
  name?: string;
  points?: RulesetPoint[];
  auction?: AuctionForm;
  passOn?: PassOn;
  wildRanks?: number;
  doublings?: Doubling[];
  show?: boolean;
}

export interface Show {
  open?: boolean;
  hand?: Cards;
  factor?: number;
}

export interface Action {
  call?: Call;
  doubling?: Doubling;
  show?: Show;
  play?: Combo;
  passed?: boolean;
  passOn?: Cards;
}

export interface Event {
  chair?: Chair;
  action?: Action;
  landlordFound?: Cards;
  wildShown?: string;
}

export interface ChairCards {
  chair?: Chair;
  cards?: Cards;
}

export interface Hand {
  ruleset?: string;
  cardCodec?: CardCodec;
  first?: Chair;
  holds?: ChairCards[];
  events?: Event[];
  present?: Present;
  habits?: Habits[];
  cardNumbers?: number[];
  strict?: boolean;
}

export interface ComboToBeat {
  chair?: Chair;
  combo?: Combo;
}

export interface Present {
  landlord?: Chair;
  chairs?: ChairPresent[];
  standing?: ComboToBeat;
  bottom?: Cards;
  wilds?: string;
  turn?: Chair;
}

export interface ChairPresent {
  chair?: Chair;
  cardsLeft?: number;
  played?: Cards;
  open?: Cards;
}

export interface Habits {
  chair?: Chair;
  auctions?: number;
  wanted?: number;
  answerable?: number;
  answered?: number;
  bombs?: number;
  bombsEarly?: number;
  bombsKept?: number;
  choices?: number;
  highest?: number;
  leads?: number;
  leadsSingle?: number;
  guesses?: number;
  guessesRight?: number;
  fourths?: number;
  fourthsRight?: number;
}

export interface Warning {
  sequence?: number;
  rule?: string;
  message?: string;
}

export type Decider =
  | 'DECIDER_UNSPECIFIED'
  | 'DECIDER_FORCED'
  | 'DECIDER_RULES'
  | 'DECIDER_CASES'
  | 'DECIDER_SEARCH'
  | 'DECIDER_SOLVER'
  | 'DECIDER_NET';

export type Degraded =
  | 'DEGRADED_UNSPECIFIED'
  | 'DEGRADED_OVERLOAD'
  | 'DEGRADED_BUDGET'
  | 'DEGRADED_LEGAL_PLAYS'
  | 'DEGRADED_STORE';

export type Emote =
  | 'EMOTE_UNSPECIFIED'
  | 'EMOTE_HURRY'
  | 'EMOTE_HAPPY'
  | 'EMOTE_ANGRY'
  | 'EMOTE_PRAISE'
  | 'EMOTE_SORRY';

export type ValueUnit =
  | 'VALUE_UNIT_UNSPECIFIED'
  | 'VALUE_UNIT_CHANCE'
  | 'VALUE_UNIT_SCORE'
  | 'VALUE_UNIT_POINTS'
  | 'VALUE_UNIT_VOTES';

export type Verdict =
  | 'VERDICT_UNSPECIFIED'
  | 'VERDICT_BEST'
  | 'VERDICT_GOOD'
  | 'VERDICT_INACCURATE'
  | 'VERDICT_MISTAKE';

export interface DecisionOptions {
  persona?: string;
  handSeed?: string | number;
  budgetMs?: number;
  clockMs?: number;
  wantAlternatives?: boolean;
  wantTrace?: boolean;
  strength?: number;
  language?: string;
  worldsMax?: number;
  nodesMax?: string | number;
}

export interface DecideRequest {
  chair?: Chair;
  hand?: Hand;
  roomId?: string;
  roomVersion?: number;
  options?: DecisionOptions;
  legalPlays?: LegalPlays;
}

export interface Alternative {
  action?: Action;
  value?: number;
  covered?: number;
}

export interface SplitPlan {
  splitter?: string;
  parts?: Alternative[];
  handPoints?: number;
  weight?: number;
  mean?: number;
}

export interface Trace {
  position?: string;
  rows?: string[];
  row?: string;
  guard?: string;
  winPath?: Combo[];
  strengthRank?: number;
  strengthWins?: number;
  takenAsNaive?: number[];
  split?: SplitPlan;
}

export interface Fact {
  concept?: string;
  parts?: string[];
}

export interface DecisionReason {
  code?: string;
  text?: string;
  facts?: Fact[];
}

export interface DecisionSource {
  persona?: string;
  strength?: number;
  ruleset?: string;
  engineVersion?: string;
  handSeed?: string | number;
  decider?: Decider;
  degraded?: Degraded;
  computeUs?: number;
  worlds?: number;
  nodes?: string | number;
  roomVersion?: number;
  repeated?: boolean;
  disclosed?: boolean;
}

export interface Decision {
  action?: Action;
  reason?: DecisionReason;
  thinkTimeMs?: number;
  emote?: Emote;
  winChance?: number;
  alternatives?: Alternative[];
  unit?: ValueUnit;
  trace?: Trace;
  source?: DecisionSource;
  warnings?: Warning[];
}

export interface TurnDecision {
  chair?: Chair;
  decision?: Decision;
  status?: ItemStatus;
}

export interface ItemStatus {
  code?: number;
  message?: string;
  details?: any[];
}

export interface ReviewPlayRequest {
  chair?: Chair;
  hand?: Hand;
  action?: Action;
  options?: DecisionOptions;
}

export interface ReviewPlayResponse {
  verdict?: Verdict;
  comment?: string;
  valueLost?: number;
  lostUnit?: ValueUnit;
  best?: Decision;
  better?: Alternative[];
  fault?: DecisionReason;
  merit?: DecisionReason;
}

export interface ListLegalPlaysRequest {
  chair?: Chair;
  hand?: Hand;
}

export interface ClassifyPlayRequest {
  ruleset?: string;
  cardCodec?: CardCodec;
  cards?: Cards;
  standing?: Combo;
  wilds?: string;
  wantPlans?: boolean;
}

export interface ClassifyPlayResponse {
  readings?: Combo[];
  playedAs?: Combo;
  plans?: SplitPlan[];
}

export interface ListPersonasRequest {
}

export interface Persona {
  name?: string;
  title?: string;
  level?: number;
  temperament?: string;
}

export interface ListPersonasResponse {
  personas?: Persona[];
}

export interface ListRulesetsRequest {
  rulesets?: string[];
}

export interface ListRulesetsResponse {
  rulesets?: Ruleset[];
}

export interface Region {
  name?: string;
  localMinute?: number;
  tablesLackingOne?: number;
  tablesLackingTwo?: number;
  waiting?: WaitingPlayer[];
  companions?: number;
}

export interface WaitingPlayer {
  waitedS?: number;
  level?: number;
}

export interface PlanCompanionsRequest {
  regions?: Region[];
  seed?: string | number;
}

export interface Placement {
  region?: string;
  personas?: string[];
  tables?: number;
}

export interface PlanCompanionsResponse {
  placements?: Placement[];
}

export type Grade =
  | 'GRADE_UNSPECIFIED'
  | 'GRADE_BEGINNER'
  | 'GRADE_EASY'
  | 'GRADE_MEDIUM'
  | 'GRADE_HARD'
  | 'GRADE_MASTER';

export type SolveStopped =
  | 'SOLVE_STOPPED_UNSPECIFIED'
  | 'SOLVE_STOPPED_BUDGET'
  | 'SOLVE_STOPPED_NODES';

export interface SolveEndgameRequest {
  hand?: Hand;
  wantAllFirstPlays?: boolean;
  wantLine?: boolean;
  wantHints?: boolean;
  passOn?: boolean;
  budgetMs?: number;
  nodesMax?: string | number;
  language?: string;
}

export interface FirstPlay {
  action?: Action;
  wins?: boolean;
  reply?: Cards;
}

export interface SolveEndgameResponse {
  winner?: Side;
  firstPlays?: FirstPlay[];
  firstPlaysTotal?: number;
  line?: Event[];
  hints?: string[];
  grade?: Grade;
  stopped?: SolveStopped;
  nodes?: string | number;
  computeUs?: number;
}

export interface GenerateEndgameRequest {
  ruleset?: string;
  cardCodec?: CardCodec;
  grade?: Grade;
  seed?: string | number;
  budgetMs?: number;
  language?: string;
}

export interface GenerateEndgameResponse {
  hand?: Hand;
  solution?: SolveEndgameResponse;
}

export interface ReviewHandRequest {
  hand?: Hand;
  options?: DecisionOptions;
  openNodesMax?: string | number;
}

export interface ReviewHandResponse {
  turn?: number;
  chair?: Chair;
  review?: ReviewPlayResponse;
  chance?: number;
  openWinner?: Side;
  thrownAway?: boolean;
}

export type Audience =
  | 'AUDIENCE_UNSPECIFIED'
  | 'AUDIENCE_PUBLIC'
  | 'AUDIENCE_SEAT'
  | 'AUDIENCE_OPERATOR';

export type Awaited =
  | 'AWAITED_UNSPECIFIED'
  | 'AWAITED_DEAL'
  | 'AWAITED_WILD'
  | 'AWAITED_GIFT'
  | 'AWAITED_CALL'
  | 'AWAITED_LANDLORD'
  | 'AWAITED_DOUBLING'
  | 'AWAITED_SHOW'
  | 'AWAITED_LEAD'
  | 'AWAITED_ANSWER'
  | 'AWAITED_SETTLEMENT';

export type RoomEnd =
  | 'ROOM_END_UNSPECIFIED'
  | 'ROOM_END_CLOSED'
  | 'ROOM_END_EXPIRED'
  | 'ROOM_END_EVICTED';

export interface BotSeat {
  chair?: Chair;
  persona?: string;
  seed?: string | number;
  disclosed?: boolean;
  strength?: number;
  matching?: SeatMatch;
}

export interface SeatMatch {
  chairs?: Chair[];
  offset?: number;
  predecessor?: boolean;
}

export interface PlayerSeat {
  chair?: Chair;
  playerId?: string;
}

export interface OpenRoomRequest {
  requestId?: string;
  roomId?: string;
  ruleset?: string;
  cardCodec?: CardCodec;
  bots?: BotSeat[];
  players?: PlayerSeat[];
  events?: RoomEvent[];
  decide?: boolean;
  strict?: boolean;
  hand?: Hand;
  handNumber?: number;
  sequence?: number;
  legalPlays?: LegalPlays;
  cardNumbers?: number[];
}

export interface Dealt {
  first?: Chair;
  holds?: ChairCards[];
}

export interface Settled {
  winner?: Side;
  amounts?: (string | number)[];
  remaining?: ChairCards[];
  boards?: string[];
}

export interface SeatChanged {
  bot?: BotSeat;
  player?: PlayerSeat;
  holds?: Cards;
  gave?: Cards;
  got?: Cards;
}

export interface RoomEvent {
  sequence?: number;
  handNumber?: number;
  dealt?: Dealt;
  table?: Event;
  settled?: Settled;
  seatChanged?: SeatChanged;
  said?: Said;
}

export interface Said {
  chair?: Chair;
  emote?: Emote;
}

export interface RecordEventsRequest {
  roomId?: string;
  events?: RoomEvent[];
  decide?: boolean;
  options?: DecisionOptions;
  wantReactions?: boolean;
  expectedVersion?: number;
  legalPlays?: LegalPlays;
}

export interface Stakes {
  points?: number;
  robs?: number;
  bombs?: number;
  openHands?: number;
  doublings?: number[];
  multiplier?: number;
  cardsWon?: number[];
  winner?: Side;
  amounts?: (string | number)[];
  spring?: boolean;
}

export interface TableState {
  handNumber?: number;
  stage?: Stage;
  turn?: Chair;
  awaited?: Awaited;
  calls?: Call[];
  doublings?: Doubling[];
  mayShow?: boolean;
  mayPass?: boolean;
  landlord?: Chair;
  bottom?: Cards;
  standing?: ComboToBeat;
  cardsLeft?: number[];
  stakes?: Stakes;
}

export interface Reaction {
  chair?: Chair;
  sequence?: number;
  emote?: Emote;
  delayMs?: number;
  urgeAfterMs?: number[];
  hurries?: boolean;
}

export interface OpenRoomResponse {
  room?: Room;
  next?: TurnDecision;
  warnings?: Warning[];
}

export interface RecordEventsResponse {
  version?: number;
  sequence?: number;
  state?: TableState;
  next?: TurnDecision;
  warnings?: Warning[];
  reactions?: Reaction[];
}

export interface GetRoomRequest {
  roomId?: string;
  audience?: Audience;
  chair?: Chair;
}

export interface Room {
  roomId?: string;
  version?: number;
  sequence?: number;
  ruleset?: Ruleset;
  cardCodec?: CardCodec;
  bots?: BotSeat[];
  players?: PlayerSeat[];
  state?: TableState;
  hand?: Hand;
}

export interface CloseRoomRequest {
  roomId?: string;
}

export interface WatchRoomRequest {
  roomId?: string;
  audience?: Audience;
  chair?: Chair;
  afterVersion?: number;
  language?: string;
}

export interface WatchRoomResponse {
  version?: number;
  room?: Room;
  event?: RoomEvent;
  decision?: TurnDecision;
  closed?: RoomEnd;
  state?: TableState;
}

export interface GetPlayerRequest {
  playerId?: string;
}

export interface PlayerLevel {
  family?: string;
  level?: number;
  low?: number;
  high?: number;
  hands?: number;
}

export interface GetPlayerResponse {
  hands?: number;
  habits?: Habits;
  levels?: PlayerLevel[];
  standings?: PlayerStanding[];
}

export interface PlayerStanding {
  board?: string;
  ruleset?: string;
  playerId?: string;
  place?: number;
  points?: string | number;
  hands?: number;
  wins?: number;
}

export interface ListStandingsRequest {
  board?: string;
  ruleset?: string;
  playersMax?: number;
}

export interface ListStandingsResponse {
  standings?: PlayerStanding[];
}

export type Retry =
  | 'RETRY_UNSPECIFIED'
  | 'RETRY_NEVER'
  | 'RETRY_REREAD'
  | 'RETRY_LATER';

export type Reason =
  | 'REASON_UNSPECIFIED'
  | 'REASON_CARDS_INVALID'
  | 'REASON_COUNT_MISMATCH'
  | 'REASON_OTHERS_CARDS'
  | 'REASON_NO_COMBO'
  | 'REASON_ILLEGAL_PLAY'
  | 'REASON_BAD_ENDGAME'
  | 'REASON_REQUEST_UNREADABLE'
  | 'REASON_FIELD_MISSING'
  | 'REASON_FIELD_CONFLICT'
  | 'REASON_VALUE_UNKNOWN'
  | 'REASON_TOO_LONG'
  | 'REASON_UNKNOWN_RULESET'
  | 'REASON_UNKNOWN_PERSONA'
  | 'REASON_NOT_YOUR_TURN'
  | 'REASON_WRONG_PHASE'
  | 'REASON_BODY_TOO_LARGE'
  | 'REASON_PROTOCOL_UNSUPPORTED'
  | 'REASON_CALL_UNKNOWN'
  | 'REASON_ORIGIN_REFUSED'
  | 'REASON_ROOM_NOT_FOUND'
  | 'REASON_ROOM_EXISTS'
  | 'REASON_VERSION_MISMATCH'
  | 'REASON_SUPERSEDED'
  | 'REASON_SEQUENCE_GAP'
  | 'REASON_SEQUENCE_CONFLICT'
  | 'REASON_HAND_MISMATCH'
  | 'REASON_HAND_CLOSED'
  | 'REASON_NOT_A_BOT'
  | 'REASON_STRICT_EVENT'
  | 'REASON_EVENT_IMPOSSIBLE'
  | 'REASON_ROOM_TOO_LARGE'
  | 'REASON_ROOM_UNREADABLE'
  | 'REASON_WATCHER_TOO_SLOW'
  | 'REASON_SHUTTING_DOWN'
  | 'REASON_STORE_UNAVAILABLE'
  | 'REASON_OVERLOADED'
  | 'REASON_QUOTA_EXCEEDED'
  | 'REASON_DEADLINE_PASSED'
  | 'REASON_STREAM_IDLE'
  | 'REASON_TOKEN_MISSING'
  | 'REASON_TOKEN_UNKNOWN'
  | 'REASON_SCOPE_MISSING'
  | 'REASON_FAULT';

export interface Rpcs {
  Decide: [DecideRequest, Decision];
  Bid: [DecideRequest, Decision];
  Play: [DecideRequest, Decision];
  Follow: [DecideRequest, Decision];
  SolveEndgame: [SolveEndgameRequest, SolveEndgameResponse];
  GenerateEndgame: [GenerateEndgameRequest, GenerateEndgameResponse];
  OpenRoom: [OpenRoomRequest, OpenRoomResponse];
  RecordEvents: [RecordEventsRequest, RecordEventsResponse];
  GetRoom: [GetRoomRequest, Room];
  CloseRoom: [CloseRoomRequest, Room];
  WatchRoom: [WatchRoomRequest, WatchRoomResponse];
  ListLegalPlays: [ListLegalPlaysRequest, LegalPlays];
  ClassifyPlay: [ClassifyPlayRequest, ClassifyPlayResponse];
  ReviewPlay: [ReviewPlayRequest, ReviewPlayResponse];
  ReviewHand: [ReviewHandRequest, ReviewHandResponse];
  ListPersonas: [ListPersonasRequest, ListPersonasResponse];
  ListRulesets: [ListRulesetsRequest, ListRulesetsResponse];
  PlanCompanions: [PlanCompanionsRequest, PlanCompanionsResponse];
  GetPlayer: [GetPlayerRequest, GetPlayerResponse];
  ListStandings: [ListStandingsRequest, ListStandingsResponse];
  ForgetPlayer: [GetPlayerRequest, GetPlayerResponse];
}
