"""The black box: asked live through the OpenAI protocol, or replayed from recorded cases.

``live`` is imported where it is used: the official client is large.
"""
