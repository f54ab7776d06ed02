import type { FeltProps } from "../model";

/** The props of every kind. */
export interface KindProps extends FeltProps {
  /** Wagers without a place in the layout, such as a side bet joined from another rule book. */
  strays: string[];
}
