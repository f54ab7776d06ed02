/** A grid of numbers with one zero or two, as a house would tell it; wagers are named after no game. */
const REDS = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const colorOf = (pocket) => (Number(pocket) === 0 ? "green" : REDS.has(Number(pocket)) ? "red" : "black");
const ORDERS = {
  1: "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
  2: "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
};

export function numberLayout(zeros) {
  const rows = Array.from({ length: 12 }, (_, row) => row);
  const columns = [0, 1, 2];
  const number = (row, column) => String(row * 3 + column + 1);
  const spots = [];
  const spot = (covers, at, name = "n") => spots.push({ wager: `${name}-${covers.join("-")}`, covers, at });
  const boxes = rows.flatMap((row) => columns.map((column) => ({ pocket: number(row, column), at: [column * 2, row * 2, 2, 2] })));
  const zeroBoxes = zeros === 1 ? [{ pocket: "0", at: [0, -2, 6, 2] }] : [{ pocket: "0", at: [0, -2, 3, 2] }, { pocket: "00", at: [3, -2, 3, 2] }];
  for (const { pocket, at: [x, y, w] } of [...zeroBoxes, ...boxes]) spot([pocket], [x + Math.floor(w / 2), y + 1]);
  for (const row of rows) {
    const [a, b, c] = columns.map((column) => number(row, column));
    spot([a, b], [2, row * 2 + 1]);
    spot([b, c], [4, row * 2 + 1]);
    spot([a, b, c], [0, row * 2 + 1]);
    if (row === 11) continue;
    const [d, e, f] = columns.map((column) => number(row + 1, column));
    [[a, d], [b, e], [c, f]].forEach((pair, column) => spot(pair, [column * 2 + 1, row * 2 + 2]));
    spot([a, b, d, e], [2, row * 2 + 2]);
    spot([b, c, e, f], [4, row * 2 + 2]);
    spot([a, b, c, d, e, f], [0, row * 2 + 2]);
  }
  if (zeros === 1) {
    [[["0", "1"], 1], [["0", "1", "2"], 2], [["0", "2"], 3], [["0", "2", "3"], 4], [["0", "3"], 5], [["0", "1", "2", "3"], 0]].forEach(([covers, x]) => spot(covers, [x, 0]));
  } else {
    spot(["0", "00"], [3, -1]);
    [[["0", "1"], 1], [["0", "1", "2"], 2], [["0", "2", "00"], 3], [["00", "2", "3"], 4], [["00", "3"], 5], [["0", "00", "1", "2", "3"], 0]].forEach(([covers, x]) => spot(covers, [x, 0]));
    // These share half a box's edge, whose middle is no whole half cell.
    spot(["0", "2"], [2, 0]);
    spot(["00", "2"], [3, 0]);
    spot(["0", "00"], [-1, 16]);
  }
  const outside = [
    ...columns.map((column) => ({ wager: `c-${column + 1}`, label: "2 to 1", at: [column * 2, 24, 2, 2] })),
    ...["1st 12", "2nd 12", "3rd 12"].map((label, at) => ({ wager: `d-${at + 1}`, label, at: [-2, at * 8, 2, 8] })),
    ...["1 to 18", "Even", "Red", "Black", "Odd", "19 to 36"].map((label, at) => ({ wager: `e-${at + 1}`, label, at: [-4, at * 4, 2, 4] })),
  ];
  const numbers = [...zeroBoxes, ...boxes].map(({ pocket, at }) => ({ pocket, color: colorOf(pocket), at }));
  return { kind: "grid", prints: [], rows: [], lies_on: {}, grid: null, zones: [], choices: [], wheel: ORDERS[zeros].split(" "), numbers, outside, spots };
}
