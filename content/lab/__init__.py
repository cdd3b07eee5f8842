"""The house-rule lab: bots play many rounds by any rules, and the pages say what came of it.

`questions` says what is asked, `runs` keeps and hands out the work, `runner` has it done, `figures` and
`telling` make numbers and sentences of the sums, `views` shows them.
"""
