/** Only its author may delete a post: `mayDeletePost` from the rules, as a condition on a row of posts and an id. */
export const mayDelete = (posts: string, userId: string): string => `${posts}.author_id = ${userId}`;

/**
 * The contract's `files` for a viewer, as json: `filesForViewer` from the rules. Files are stored as others see them, so only an author's
 * are rewritten.
 */
export const filesFor = (posts: string, viewerId: string): string =>
  `case when ${posts}.author_id = ${viewerId} and strpos(${posts}.files::text, '"state":"processing"') > 0 then
     (select json_agg(case when given.file ->> 'state' = 'processing'
          then given.file::jsonb || '{"is_nsfw":false}' else given.file::jsonb end order by given.place)
      from json_array_elements(${posts}.files) with ordinality as given (file, place))
   else ${posts}.files end`;
