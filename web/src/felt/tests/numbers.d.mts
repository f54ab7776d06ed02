import type { Layout } from "../model";

export function numberLayout(zeros: 1 | 2): Layout;
