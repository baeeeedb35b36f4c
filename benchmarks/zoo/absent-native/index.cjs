// Stands for an optional native package that the registry does not have: whoever loads it goes on without, as if it were not installed.
throw Object.assign(new Error("Cannot find module '@sylphx/gust-napi'"), { code: 'MODULE_NOT_FOUND' });
