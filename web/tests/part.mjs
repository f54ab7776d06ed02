/**
 * Selects which of many similar tests are run: all of them, or half of them if PAGES_SEED is a number; the next seed
 * runs the other half. Tests that exist in two ways, or in two sizes, are then run in one of them.
 */
const seed = process.env.PAGES_SEED;
if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error(`PAGES_SEED is a number, not ${seed}`);

/** Whether the nth of many is run in the given way. */
export const isInPart = (nth, way = 0) => seed === undefined || (nth + way + Number(BigInt(seed) % 2n)) % 2 === 0;

/** Those of many that are run in the given way. */
export const part = (many, way = 0) => many.filter((_, nth) => isInPart(nth, way));
