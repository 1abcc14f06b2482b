// First, as in the product: it names the layers of the cascade in their order. A component's styles that came before it would put theirs first.
import '../src/styles/main.css';
// These are run once per page, this file once per file of tests.
import './unseen-work.ts';
import './random-delay.ts';
// Before anything loads texts: only those that it answers can be made longer.
import './fake-network.ts';
