export * from "../client";
export * from "../session";
export * from "../stream";
