/** What is said while a round is shown, and of what is heard. */
export const show = {
  "show.deal": "Cards are dealt",
  "show.dealer": "The dealer plays",
  "show.dealerHas": "Dealer: {total}",
  "show.rolled": "{total} is rolled",
  "show.line": "{wager}: {what}",
  "show.you.win": "you win {amount}",
  "show.you.lose": "you lose {amount}",
  "show.you.part": "you lose {amount}, {back} comes back",
  "show.you.push": "you push",
  "show.you.returned": "{back} comes back to you",
  "show.you.charged": "{amount} is charged",
  "show.who.win": "{who} wins {amount}",
  "show.who.lose": "{who} loses {amount}",
  "show.who.push": "{who} pushes",
  "show.who.returned": "{back} goes back to {who}",
  "show.sound": "Sounds",
};
