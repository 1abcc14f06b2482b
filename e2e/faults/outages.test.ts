import { outages } from './scenarios/outages.ts';
import { testShortForm } from './short-form.ts';

// Its PostgreSQL is killed.
testShortForm(outages, { ownCluster: true });
