/** English. Other files of the catalogue belong to the parts of the pages that they are named after. */
import { felt } from "./en-felt";
import { hands } from "./en-hands";
import { rounds } from "./en-rounds";
import { rules } from "./en-rules";
import { table } from "./en-table";

const shell = {
  "title.page": "{title} · Croupier",
  "nav.skip": "Skip to the content",
  "nav.pages": "Pages",
  "nav.lobby": "Lobby",
  "nav.rules": "Rules",
  "nav.rounds": "My rounds",
  "nav.signIn": "Sign in",
  "nav.signOut": "Sign out",
  "nav.menu": "Menu",
  "nav.home": "Croupier, to the lobby",
  "nav.wallet": "Balance",
  "nav.walletAt": "Balance, property {property}",
  "nav.signedInAs": "Signed in as {name}",

  "theme.button": "Theme: {theme}; change to {next}",
  "theme.system": "as the system has it",
  "theme.light": "light",
  "theme.dark": "dark",

  "dialog.close": "Close",
  "money.even": "even",

  "banner.offline": "The house cannot be reached. What you see may be out of date; trying again.",

  "state.loading": "Loading",
  "state.again": "Try again",
  "state.offline": "The house cannot be reached",
  "state.offline.more": "No answer came. Nothing is lost: what was accepted stays accepted. This page tries again by itself.",
  "state.failed": "That failed",
  "state.failed.more": "Nothing was done, and an alarm was raised. Chips and wagers stay where they are.",
  "state.busy": "The house is busy",
  "state.none": "There is no such thing",
  "state.fault": "This page has a fault",
  "state.fault.more": "It could not be shown. Nothing at any table depends on it.",
  "state.signIn": "Sign in first",
  "state.signIn.more": "This page is about you, so it has to know who you are.",

  "missing.title": "No such page",
  "missing.more": "There is nothing at this address.",
  "missing.home": "To the lobby",

  "signIn.title": "Sign in",
  "signIn.name": "Name",
  "signIn.password": "Password",
  "signIn.submit": "Sign in",
  "signIn.busy": "Signing in",
  "signIn.ended": "Your session has ended. Sign in again.",
  "signIn.signedOut": "You have signed out.",
  "signIn.wrong": "Name and password do not belong together, or the account cannot be used now.",
  "signIn.missing": "Name and password are both needed.",
  "signIn.unreachable": "The house cannot be reached. Nothing was sent; try again.",
  "signIn.tab": "You stay signed in as long as this tab is open.",

  "lobby.unreachable": "Cannot be reached now",
  "lobby.title": "Lobby",
  "lobby.games": "Games",
  "lobby.all": "All games",
  "lobby.free": "Only with a free place",
  "lobby.sit": "Sit down",
  "lobby.watch": "Watch",
  "lobby.sitAt": "Sit down at {table}",
  "lobby.watchAt": "Watch {table}",
  "lobby.rules": "Rules",
  "lobby.rulesOf": "Rules of {game}, {jurisdiction}",
  "lobby.live": "dealt live",
  "lobby.decks.one": "{count} deck",
  "lobby.decks.other": "{count} decks",
  "lobby.moreBets": "{count} more",
  "lobby.taken": "{taken} of {places} places taken",
  "lobby.full": "full: all {places} places taken",
  "lobby.atTable.one": "{count} person at the table",
  "lobby.atTable.other": "{count} people at the table",
  "lobby.nobody": "nobody at the table",
  "lobby.limits": "{min} to {max}",
  "lobby.limitsLabel": "Bets",
  "lobby.empty": "No table is open",
  "lobby.empty.more": "Tables appear here as soon as the floor opens them.",
  "lobby.noneLeft": "No table fits",
  "lobby.noneLeft.more": "No open table has what you asked for.",
  "lobby.showAll": "Show all tables",
};

export const en = { ...shell, ...rules, ...rounds, ...felt, ...hands, ...table };
