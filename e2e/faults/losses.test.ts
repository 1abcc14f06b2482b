import { losses } from './scenarios/losses.ts';
import { testShortForm } from './short-form.ts';

testShortForm(losses);
