/** The messages of the service. */
export * from "./gen/thirdseat/v1/cards_pb.js";
export * from "./gen/thirdseat/v1/catalog_pb.js";
export * from "./gen/thirdseat/v1/companion_service_pb.js";
export * from "./gen/thirdseat/v1/decision_pb.js";
export * from "./gen/thirdseat/v1/endgame_pb.js";
export * from "./gen/thirdseat/v1/errors_pb.js";
export * from "./gen/thirdseat/v1/game_pb.js";
export * from "./gen/thirdseat/v1/review_pb.js";
export * from "./gen/thirdseat/v1/rooms_pb.js";
