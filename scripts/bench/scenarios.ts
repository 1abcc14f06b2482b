import { benchAdminStatistics } from './calls/admin-statistics.ts';
import { benchBatchStatus, benchDashboardPage, benchGrowth, benchPlainCalls } from './calls/page-calls.ts';
import type { Figure } from './figure.ts';
import { benchFilmServing } from './films/film-serving.ts';
import { benchFairness, benchMakespan, benchPickUp } from './films/film-work.ts';
import { benchFrontEnd } from './pages/front-end.ts';
import { benchInteractions } from './pages/interactions.ts';
import { benchIsolation } from './load/isolation.ts';
import { benchLighthouse } from './pages/lighthouse.ts';
import { benchOverload, benchSlowClients, benchStopping } from './load/overload.ts';
import { benchPaymentEvents } from './load/payment-events.ts';
import { benchPreviews } from './pages/previews.ts';
import { benchRecovery } from './load/recovery.ts';
import { benchRenderer } from './films/renderer.ts';
import { benchRetention } from './load/retention.ts';
import { benchSignIn } from './calls/sign-in.ts';
import { benchSoak } from './load/soak.ts';
import type { Scale } from './environment/environment.ts';
import { benchUploads } from './films/uploads.ts';

export interface Scenario {
  id: string;
  name: string;
  measure(scale: Scale): Promise<Figure[]>;
}

/** Every benchmark, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  { id: 'renderer', name: 'rendering a film', measure: benchRenderer },
  { id: 'L01', name: 'calls of every page', measure: benchPlainCalls },
  { id: 'L02', name: 'the dashboard', measure: benchDashboardPage },
  { id: 'L03', name: 'asking where photos stand', measure: benchBatchStatus },
  { id: 'L04', name: 'growth of the data', measure: benchGrowth },
  { id: 'L05', name: 'uploads', measure: benchUploads },
  { id: 'L06', name: 'plain calls during a storm', measure: benchIsolation },
  { id: 'L07', name: 'sign-ins', measure: benchSignIn },
  { id: 'L08', name: 'overload', measure: benchOverload },
  { id: 'L09', name: 'slow clients', measure: benchSlowClients },
  { id: 'L10', name: 'events of the payment provider', measure: benchPaymentEvents },
  { id: 'L11', name: 'a large order', measure: benchMakespan },
  { id: 'L12', name: 'pick-up of an order', measure: benchPickUp },
  { id: 'L13', name: 'a small order behind a large one', measure: benchFairness },
  { id: 'L14', name: 'recovery', measure: benchRecovery },
  { id: 'L15', name: 'statistics over a million photos', measure: benchAdminStatistics },
  { id: 'L16', name: 'retention', measure: benchRetention },
  { id: 'L17', name: 'serving films', measure: benchFilmServing },
  { id: 'L18', name: 'soak', measure: benchSoak },
  { id: 'L19', name: 'the pages on a phone', measure: benchFrontEnd },
  { id: 'L20', name: 'stopping under load', measure: benchStopping },
  { id: 'L21', name: 'what Lighthouse says', measure: benchLighthouse },
  { id: 'L22', name: 'answers to touch and keys', measure: benchInteractions },
  { id: 'L23', name: 'previews on the landing page', measure: benchPreviews },
];
