import type { Scenario } from './scenario.ts';
import { askingFaults } from './scenarios/asking.ts';
import { losses } from './scenarios/losses.ts';
import { makingFaults } from './scenarios/making.ts';
import { outages } from './scenarios/outages.ts';
import { payingFaults } from './scenarios/paying.ts';
import { refundFaults } from './scenarios/refunding.ts';
import { soak } from './scenarios/soak.ts';

/** Every fault, in the order of the table. */
export const scenarios: Scenario[] = [
  ...payingFaults,
  ...refundFaults,
  ...askingFaults,
  ...makingFaults,
  ...outages,
  ...losses,
  ...soak,
].toSorted((a, b) => a.id.localeCompare(b.id));
