import { queryClient } from '#app/query-client.ts';
import { reportItems } from '#features/moderation/public.ts';
import { relationItems } from '#features/relations/public.ts';
import { addToMenus } from '#ui/dropdown-menu/subject-menu.ts';

/** What everything people make has in its menu. Pages that show such menus import this; a meeting needs none of it. */
addToMenus(reportItems);
addToMenus(relationItems(queryClient));
