import { queryClient } from '#app/query-client.ts';
import { reportItems } from '#features/moderation/public.ts';
import { relationItems } from '#features/relations/public.ts';
import { addToMenus } from '#ui/dropdown-menu/subject-menu.ts';

/** What the menus of posts, comments and messages have in common. Pages that show such menus import this; a meeting doesn't need it. */
addToMenus(reportItems);
addToMenus(relationItems(queryClient));
