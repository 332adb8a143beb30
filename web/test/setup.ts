import { configure } from '@testing-library/react';

// On a busy machine, compiling a part that's loaded late takes seconds.
configure({ asyncUtilTimeout: 20_000 });
