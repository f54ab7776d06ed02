import { money, t } from "../text";

interface Props {
  minor: number;
  currency: string;
}

/** An amount with its currency, never broken over two lines. */
export function Money({ minor, currency }: Props) {
  return <span className="money">{money(minor, currency)}</span>;
}

/** A gain or a loss: with its sign, and never by colour alone. */
export function Balance({ minor, currency }: Props) {
  if (minor === 0) return <span className="money mut">{t("money.even")}</span>;
  const sign = minor > 0 ? "+" : "−";
  return (
    <span className={`money ${minor > 0 ? "win" : "lose"}`}>
      {sign}
      {money(Math.abs(minor), currency)}
    </span>
  );
}
