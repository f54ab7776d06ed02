import { useState } from "react";
import "./felt.css";
import { kindOf } from "./kinds";
import type { FeltProps, Layout, View } from "./model";
import { strayWagers } from "./spots";

/** Strays keep their first place: otherwise a spot that comes and goes with its offer would move all others. */
function useStrays(layout: Layout, view: View): string[] {
  const [strays, setStrays] = useState<string[]>([]);
  const found = strayWagers(layout, view).filter((wager) => !strays.includes(wager));
  if (found.length > 0) setStrays([...strays, ...found]);
  return strays;
}

/** A table, drawn from its layout. */
export function Felt(props: FeltProps) {
  const strays = useStrays(props.layout, props.view);
  const Kind = kindOf(props.layout);
  return <Kind {...props} strays={strays} />;
}
