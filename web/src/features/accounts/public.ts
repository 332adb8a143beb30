export { ownUserOptions, useLogOut } from '#features/accounts/accounts.data.ts';
