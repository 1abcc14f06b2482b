import { soak } from './scenarios/soak.ts';
import { testShortForm } from './short-form.ts';

testShortForm(soak, { ownCluster: true, tags: ['full'] });
