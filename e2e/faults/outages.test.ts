import { outages } from './scenarios/outages.ts';
import { testShortForm } from './short-form.ts';

await testShortForm(outages);
