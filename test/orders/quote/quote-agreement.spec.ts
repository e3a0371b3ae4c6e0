import { itAgrees } from './quote-agreement.js';

// More by the long spec.
itAgrees({ cases: 80, seed: 15 });
