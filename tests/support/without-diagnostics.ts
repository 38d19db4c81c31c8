import { configure, getConfig } from '@testing-library/react';
import React from 'react';

// What only failures print costs every test of a page a fifth of its time. Modules are loaded once for all files of a process,
// unlike the set-up that imports this one.

// An error of a query prints the whole page. What is waited for is asked in vain again and again, and only the last error is
// told, to which the library adds the page.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    isAskedAgain()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

/** The library marks each try of what is waited for; its type does not tell the mark. */
function isAskedAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

// React keeps for each element the stack of who made it, which only its warnings print. Above a count within one second it
// leaves that.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('React no longer counts the stacks that it keeps');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {} });
