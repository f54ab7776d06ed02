/** Short names for the server's types. Everything here comes from `schema.d.ts`. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Listed = Schemas["Listed"];
export type Meter = Schemas["MeterNow"];
export type Game = Schemas["GameNow"];

export type Rules = Schemas["RulesNow"];
export type RulesWager = Schemas["WagerNow"];
export type PayTable = Schemas["PayTableNow"];
export type Option = Schemas["OptionNow"];
export type Choice = Schemas["ChoiceNow"];
export type Irregularity = Schemas["MishapNow"];
export type Duty = Schemas["DutyNow"];
export type Paragraph = Schemas["Note"];
export type InForce = Schemas["InForce"];
export type RuleSummary = Schemas["Note"];

export type NumberBox = Schemas["NumberBox"];
export type OutsideBox = Schemas["OutsideBox"];
export type NumberSpot = Schemas["GridSpot"];
export type Layout = Schemas["Layout"];
export type LayoutSpot = Schemas["Printed"];
export type Zone = Schemas["Zone"];

export type TableNow = Schemas["TableNow"];
export type Seat = Schemas["SeatNow"];
export type View = Schemas["View"];
export type Currency = Schemas["Currency"];
export type PlaceView = Schemas["PlaceView"];
export type CardView = Schemas["CardView"];
export type CupView = Schemas["CupView"];
export type HandView = Schemas["HandView"];
export type BankView = Schemas["BankView"];
export type Named = Schemas["Named"];
export type SettingView = Schemas["SettingView"];
export type Way = Schemas["Way"];
export type HouseWay = Schemas["HouseWay"];
export type WagerView = Schemas["WagerView"];
export type Marker = Schemas["Marker"];
export type DueView = Schemas["DueView"];
export type Await = Schemas["Await"];
export type Awaited = Schemas["Awaited"];
export type AmountRange = Schemas["AmountRange"];

export type UnitFrame = Schemas["UnitFrame"];
export type Told = Schemas["Sentence"];
export type TableEvent = Schemas["Event"];
export type What = Schemas["What"];
export type Line = Schemas["Line"];
export type Outcome = Schemas["Outcome"];

/** The inputs that pages send; reports without data are for staff. */
export type Input = Exclude<Schemas["Input"], string>;
export type Play = Schemas["Play"];
export type Played = Omit<Schemas["Played"], "table"> & { table?: TableNow | null };
export type Moved = Schemas["Moved"];
export type BuyIn = Schemas["BuyIn"];
export type CashOut = Schemas["CashOut"];
export type Wallet = Schemas["Wallet"];
export type Cage = Schemas["Cage"];

export type Session = Schemas["Session"];
export type Me = Schemas["Me"];
export type MyRound = Schemas["MyRound"];
export type Round = Schemas["RoundNow"];
export type Shoe = Schemas["ShoeNow"];
/** The type of an answer from a proxy, which has none of ours: "http". */
export type ProblemBody = Omit<Schemas["Problem"], "type"> & { type: Schemas["Problem"]["type"] | "http" };
